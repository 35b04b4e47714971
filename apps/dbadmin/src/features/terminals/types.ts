import type { Writable } from 'node:stream';

/** Whether a kind of terminal is available. */
export interface Capability {
  available: boolean;
  /** Why it is not. */
  reason?: string;
}

/** Size of a terminal in characters. */
export interface Size {
  cols: number;
  rows: number;
}

export interface TerminalEvents {
  onOutput(bytes: Buffer): void;
  /** The input was consumed, after `write` returned false. */
  onDrain(): void;
  /** Called once, after the last output, with a sentence for the user. */
  onEnd(sentence: string): void;
}

/** The program behind a terminal: psql on a pseudo-terminal, or our own command line. */
export interface Terminal {
  listen(events: TerminalEvents): void;
  /** Returns false when the caller should wait for `onDrain`. */
  write(bytes: Buffer): boolean;
  resize(size: Size): void;
  /** Stops the output until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends it at once, with everything that it started. */
  end(): Promise<void>;
}

export interface ReadOptions {
  /** How many existing lines to read first. */
  lines: number;
  /** Whether to continue with new lines, until the signal. */
  follow: boolean;
  signal: AbortSignal;
}

/** The log of a database server. */
export interface LogSource {
  /** For users. */
  name: string;
  /** Writes lines as fast as they are consumed. */
  read(to: Writable, options: ReadOptions): Promise<void>;
}
