import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Terminal, TerminalEvents } from '../types.ts';
import { HELP, readCommand } from './commands.ts';
import type { Command } from './commands.ts';
import { createLineEditor } from './line-editor.ts';
import { createScreen } from './output.ts';
import type { Output } from './output.ts';

const CTRL_C = 3;
const CLEAR = '\u001b[2J\u001b[H';

/** What a command is done with. */
export interface Doing {
  out: Output;
  /** Ctrl-C, too much output, or the end of the terminal. */
  signal: AbortSignal;
}

export interface ServerTerminalOptions {
  prompt: string;
  /** Does what is on the list; an AppError is shown, and everything else is ours to mend. */
  perform(command: Command, doing: Doing): Promise<void>;
  logger: Logger;
}

/** A command line of our own: one command at a time, from a list. */
export function createServerTerminal({ prompt, perform, logger }: ServerTerminalOptions): Terminal {
  let events: TerminalEvents | null = null;
  let running: AbortController | null = null;
  let over = false;
  const screen = createScreen((bytes) => events?.onOutput(bytes));
  const editor = createLineEditor((text) => screen.say(text));

  async function obey(line: string): Promise<void> {
    const controller = new AbortController();
    running = controller;
    screen.begin(() => controller.abort('too much'));
    try {
      const command = readCommand(line);
      if (command.kind === 'exit') return finish('The terminal has ended.');
      if (command.kind === 'clear') screen.say(CLEAR);
      else if (command.kind === 'help') screen.say(`${HELP.join('\n')}\n`);
      else if (command.kind !== 'nothing')
        await perform(command, { out: screen.output, signal: controller.signal });
    } catch (error) {
      explain(error, controller.signal);
    } finally {
      running = null;
    }
    screen.begin(() => undefined);
    if (controller.signal.reason === 'too much')
      screen.say('\nThat was too much to show; the rest is left out.\n');
    if (!over) editor.prompt(prompt);
  }

  function explain(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (error instanceof AppError && error.kind !== 'internal') return screen.say(`${error.message}\n`);
    logger.error({ err: error }, 'server terminal command failed');
    screen.say('Something went wrong on our side; try again.\n');
  }

  function finish(sentence: string): void {
    if (over) return;
    over = true;
    events?.onEnd(sentence);
  }

  return {
    listen(listener) {
      events = listener;
      screen.say('"help" lists the commands.\n');
      editor.prompt(prompt);
    },
    write(bytes) {
      if (running) {
        // One at a time: whatever else is typed meanwhile would run unseen.
        if (bytes.includes(CTRL_C)) {
          screen.say('^C\n');
          running.abort('interrupted');
        }
        return true;
      }
      for (const typed of editor.feed(bytes)) {
        if (running || over) break;
        if (typed.kind === 'line') void obey(typed.line);
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
