import { writeSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import type { IPty } from 'node-pty';
import type { Size, Terminal, TerminalEvents } from '../types.ts';
import type { SandboxedCommand } from './sandbox.ts';

/** More than users paste: below this, Ctrl-C is still read and overtakes the input. */
const FULL_BYTES = 1024 * 1024;
const EMPTIED_BYTES = 256 * 1024;
/** A busy program reads no input; polling more often would only waste processor time. */
const RETRY_MS = 10;
const CTRL_C = 3;
const ENDED = 'The shell has ended.';

/** Fields that the types of node-pty lack: its file descriptor, and the stream that reads it. */
type OpenPty = IPty & { readonly fd: number; readonly _socket: ReadStream };

/**
 * Runs a program on a pseudo-terminal. Its output is passed on as bytes. Input waits while the program reads none; Ctrl-C overtakes
 * it, as in every terminal.
 */
export async function startPty({ program, args }: SandboxedCommand, size: Size): Promise<Terminal> {
  // Not at the top: the service must run where node-pty was not built.
  const { default: pty } = await import('node-pty');
  const child = pty.spawn(program, args, { ...size, cwd: '/', env: {}, encoding: null }) as OpenPty;
  const { _socket: stream } = child;
  const ended = Promise.withResolvers<void>();
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let full = false;
  let over = false;
  let retry: NodeJS.Timeout | undefined;
  let events: TerminalEvents | null = null;

  // Without another listener node-pty throws unknown errors, which cannot be caught.
  stream.on('error', () => undefined);
  // There is little output before the listener is added: the program waits for input.
  const early: Buffer[] = [];
  child.onData((data) => {
    const bytes = data as unknown as Buffer;
    if (events) events.onOutput(bytes);
    else early.push(bytes);
  });
  child.onExit(() => {
    clearTimeout(retry);
    waiting = [];
    over = true;
    ended.resolve();
    events?.onEnd(ENDED);
  });

  /** Writes as much as the pseudo-terminal accepts without blocking. */
  function flush(): void {
    clearTimeout(retry);
    while (waiting.length > 0 && !stream.destroyed) {
      const [first] = waiting as [Buffer];
      const written = writeSome(child.fd, first);
      if (written === null) return void (waiting = []);
      waitingBytes -= written;
      if (written < first.length) {
        waiting[0] = first.subarray(written);
        retry = setTimeout(flush, RETRY_MS);
        break;
      }
      waiting.shift();
    }
    if (full && waitingBytes < EMPTIED_BYTES) {
      full = false;
      events?.onDrain();
    }
  }

  return {
    listen(listener) {
      events = listener;
      for (const bytes of early.splice(0)) listener.onOutput(bytes);
      if (over) listener.onEnd(ENDED);
    },
    write(bytes) {
      const interrupt = bytes.lastIndexOf(CTRL_C);
      if (interrupt >= 0 && waitingBytes > 0) {
        waiting = [];
        waitingBytes = 0;
        child.kill('SIGINT');
        bytes = bytes.subarray(interrupt + 1);
      }
      waiting.push(bytes);
      waitingBytes += bytes.length;
      flush();
      full ||= waitingBytes > FULL_BYTES;
      return !full;
    },
    resize: ({ cols, rows }) => (stream.destroyed ? undefined : child.resize(cols, rows)),
    pause: () => child.pause(),
    resume: () => child.resume(),
    async end() {
      child.kill('SIGKILL');
      // node-pty reports the end only after all output was read.
      stream.destroy();
      await ended.promise;
    },
  };
}

/** How many bytes were written to a non-blocking file; null when it is closed. */
function writeSome(file: number, bytes: Buffer): number | null {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : null;
  }
}
