import { writeSync } from 'node:fs';
import type { ReadStream } from 'node:tty';

import type { IPty } from 'node-pty';
import type { Size, Terminal, TerminalEvents } from '../types.ts';
import type { Enclosed } from './sandbox.ts';

/** More than people paste: as long as there is less, Ctrl-C is read and overtakes it. */
const FULL_BYTES = 1024 * 1024;
const EMPTIED_BYTES = 256 * 1024;
/** A program that is busy takes no input; asking more often would only keep the processor busy. */
const RETRY_MS = 10;
const CTRL_C = 3;
const ENDED = 'The shell has ended.';

/** What node-pty has beyond its types: the number of its file, and the stream that reads it. */
type OpenPty = IPty & { readonly fd: number; readonly _socket: ReadStream };

/**
 * Runs a program on a pseudo-terminal. Its output comes as it is, in bytes. Input waits here while the program takes none;
 * Ctrl-C overtakes it, as it does in a terminal.
 */
export async function startPty({ program, args }: Enclosed, size: Size): Promise<Terminal> {
  // Not at the top: where it was not built, everything else must run.
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

  // Without a second listener node-pty throws what it does not know, and nobody could catch it.
  stream.on('error', () => undefined);
  // What it says before anybody listens is little: it waits for a person.
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

  /** As much as the pseudo-terminal takes, without waiting for it. */
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
      // Its end is told only when its output has been read.
      stream.destroy();
      await ended.promise;
    },
  };
}

/** How many bytes a file that never blocks took; null when it is closed. */
function writeSome(file: number, bytes: Buffer): number | null {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : null;
  }
}
