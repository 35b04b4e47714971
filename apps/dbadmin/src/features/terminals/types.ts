/** Whether there is a terminal of a kind. */
export interface Capability {
  available: boolean;
  /** Why not. */
  reason?: string;
}

/** Size of a terminal in characters. */
export interface Size {
  cols: number;
  rows: number;
}

export interface TerminalEvents {
  onOutput(bytes: Buffer): void;
  /** What was written has gone through, after `write` said that there is too much. */
  onDrain(): void;
  /** Once, after the last output, with a sentence for whoever looks on. */
  onEnd(sentence: string): void;
}

/** What sits behind a terminal: psql on a pseudo-terminal, or a command line of our own. */
export interface Terminal {
  listen(events: TerminalEvents): void;
  /** False when the caller should wait for `onDrain`. */
  write(bytes: Buffer): boolean;
  resize(size: Size): void;
  /** Stops what produces output, until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends it at once, and everything that it started. */
  end(): Promise<void>;
}
