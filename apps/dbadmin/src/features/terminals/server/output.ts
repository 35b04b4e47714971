import { Writable } from 'node:stream';
import { plain } from './scrub.ts';

/** A command that goes on and on is stopped here. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Of what cannot be made to wait, this much is kept while nobody reads. */
const MAX_KEPT = 256 * 1024;

/** Where a command writes. */
export interface Output {
  /** For what comes in small amounts and cannot wait. */
  say(text: string): void;
  /** For a program's standard output: takes as much as is read. */
  stream(): Writable;
}

export interface Screen {
  /** Of our own making: it may move the cursor. */
  say(text: string): void;
  /** For commands, which show text of others: nothing of it moves anything. */
  readonly output: Output;
  pause(): void;
  resume(): void;
  /** From here on the bytes are those of another command. */
  begin(onTooMuch: () => void): void;
}

/** Shows text on a terminal, whose lines end with CR and LF, and waits while nobody reads. */
export function createScreen(show: (bytes: Buffer) => void): Screen {
  let paused = false;
  let kept = '';
  let left = MAX_BYTES;
  let onTooMuch = (): void => undefined;
  const waiting: (() => void)[] = [];

  function put(text: string): void {
    if (text === '' || left <= 0) return;
    left -= text.length;
    show(Buffer.from(text.replace(/\r?\n/g, '\r\n')));
    if (left <= 0) onTooMuch();
  }

  function say(text: string): void {
    if (!paused) return put(text);
    if (kept.length < MAX_KEPT) kept += text;
  }

  function stream(): Writable {
    const decoder = new TextDecoder();
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        put(plain(decoder.decode(chunk, { stream: true })));
        if (paused) waiting.push(done);
        else done();
      },
    });
  }

  return {
    say,
    output: { say: (text) => say(plain(text)), stream },
    pause: () => void (paused = true),
    resume() {
      paused = false;
      put(kept);
      kept = '';
      for (const done of waiting.splice(0)) done();
    },
    begin(tooMuch) {
      left = MAX_BYTES;
      onTooMuch = tooMuch;
    },
  };
}
