import { writeSync } from 'node:fs';

/** Writes all bytes to an open file or pipe. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}
