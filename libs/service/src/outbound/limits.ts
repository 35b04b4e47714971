export interface OutboundLimits {
  /** Most bytes of the answer's body, as they come over the wire. */
  maxBytes: number;
  /** For connection, headers and body together. */
  totalMs: number;
  /** Without a byte for this long the exchange ends. */
  idleMs: number;
  /** Each stretch of this many milliseconds … */
  stretchMs: number;
  /** … must bring at least this many bytes, while somebody waits for them. */
  bytesPerStretch: number;
}

const MIB = 1024 * 1024;

/** Such as "8 MiB", for a sentence. */
export function mebibytes(bytes: number): string {
  return `${Math.round((bytes / MIB) * 10) / 10} MiB`;
}

/** For a short exchange; an import raises the first two. */
export const DEFAULT_LIMITS: OutboundLimits = {
  maxBytes: 16 * MIB,
  totalMs: 60_000,
  idleMs: 30_000,
  stretchMs: 30_000,
  bytesPerStretch: 30 * 1024,
};
