export interface OutboundLimits {
  /** Maximum size of the response body on the wire. */
  maxBytes: number;
  /** For connection, headers and body together. */
  totalMs: number;
  /** The exchange ends when no byte arrives for this long. */
  idleMs: number;
  /** Each period of this many milliseconds … */
  stretchMs: number;
  /** … must bring at least this many bytes while the caller reads. */
  bytesPerStretch: number;
}

const MIB = 1024 * 1024;

/** Such as "8 MiB", for a message. */
export function mebibytes(bytes: number): string {
  return `${Math.round((bytes / MIB) * 10) / 10} MiB`;
}

/** For short exchanges; imports raise the first two. */
export const DEFAULT_LIMITS: OutboundLimits = {
  maxBytes: 16 * MIB,
  totalMs: 60_000,
  idleMs: 30_000,
  stretchMs: 30_000,
  bytesPerStretch: 30 * 1024,
};
