import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Terminal, TerminalEvents } from '../types.ts';
import { HELP, parseCommand } from './parse-command.ts';
import type { Command } from './parse-command.ts';
import { createLineEditor } from './line-editor.ts';
import { createScreen } from './screen.ts';
import type { Output } from './screen.ts';

const CTRL_C = 3;
const CLEAR = '\u001b[2J\u001b[H';

/** The output of a running command, and the signal that stops it. */
export interface CommandRun {
  out: Output;
  /** Aborted by Ctrl-C, too much output, or the end of the terminal. */
  signal: AbortSignal;
}

export interface ServerTerminalOptions {
  prompt: string;
  /** Shows the message of an AppError; other errors are logged. */
  runCommand(command: Command, doing: CommandRun): Promise<void>;
  logger: Logger;
}

/** Our own command line: one command at a time, from a fixed list. */
export function createServerTerminal({ prompt, runCommand, logger }: ServerTerminalOptions): Terminal {
  let events: TerminalEvents | null = null;
  let running: AbortController | null = null;
  let over = false;
  const screen = createScreen((bytes) => events?.onOutput(bytes));
  const editor = createLineEditor((text) => screen.print(text));

  async function execute(line: string): Promise<void> {
    const controller = new AbortController();
    running = controller;
    screen.begin(() => controller.abort('too much'));
    try {
      const command = parseCommand(line);
      if (command.kind === 'exit') return finish('The terminal has ended.');
      if (command.kind === 'clear') screen.print(CLEAR);
      else if (command.kind === 'help') screen.print(`${HELP.join('\n')}\n`);
      else if (command.kind !== 'nothing')
        await runCommand(command, { out: screen.output, signal: controller.signal });
    } catch (error) {
      explain(error, controller.signal);
    } finally {
      running = null;
    }
    screen.begin(() => undefined);
    if (controller.signal.reason === 'too much') screen.print('\nToo much output. The rest is not shown.\n');
    if (!over) editor.prompt(prompt);
  }

  function explain(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (error instanceof AppError && error.kind !== 'internal') return screen.print(`${error.message}\n`);
    logger.error({ err: error }, 'server terminal command failed');
    screen.print('Internal error. Try again.\n');
  }

  function finish(sentence: string): void {
    if (over) return;
    over = true;
    events?.onEnd(sentence);
  }

  return {
    listen(listener) {
      events = listener;
      screen.print('"help" lists the commands.\n');
      editor.prompt(prompt);
    },
    write(bytes) {
      if (running) {
        // Other input is ignored: it would run unseen after the command.
        if (bytes.includes(CTRL_C)) {
          screen.print('^C\n');
          running.abort('interrupted');
        }
        return true;
      }
      for (const typed of editor.feed(bytes)) {
        if (running || over) break;
        if (typed.kind === 'line') void execute(typed.line);
        else if (typed.kind === 'interrupt') editor.prompt(prompt);
        else finish('The terminal has ended.');
      }
      return true;
    },
    resize: () => undefined,
    pause: () => screen.pause(),
    resume: () => screen.resume(),
    async end() {
      running?.abort('ended');
      screen.resume();
      finish('The terminal has ended.');
    },
  };
}
