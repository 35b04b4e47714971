import { Writable } from 'node:stream';
import { plain } from '../redact.ts';

/** A command with more output is stopped. */
const MAX_BYTES = 16 * 1024 * 1024;
/** How much printed text is kept while the output is paused. */
const MAX_KEPT = 256 * 1024;

/** The output of a command. */
export interface Output {
  /** For small texts that cannot wait. */
  print(text: string): void;
  /** For the standard output of a program: waits while the output is paused. */
  stream(): Writable;
}

export interface Screen {
  /** Prints our own text, which may contain control characters. */
  print(text: string): void;
  /** For commands, which print foreign text: control characters are replaced. */
  readonly output: Output;
  pause(): void;
  resume(): void;
  /** Starts counting the output of another command. */
  begin(onTooMuch: () => void): void;
}

/** Writes text to a terminal, whose lines end with CR LF, and waits while it is paused. */
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

  function print(text: string): void {
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
    print,
    output: { print: (text) => print(plain(text)), stream },
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
