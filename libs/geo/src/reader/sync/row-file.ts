import { closeSync, openSync } from 'node:fs';
import { openCopyBuffer } from '../postgres-copy/copy-buffer.ts';
import type { CopyBuffer } from '../postgres-copy/copy-buffer.ts';
import { writeAll } from '../postgres-copy/write-all.ts';

export interface RowFile {
  rows: CopyBuffer;
  close(): void;
}

/** A new file of rows as PostgreSQL's binary COPY. */
export function createRowFile(path: string): RowFile {
  const fd = openSync(path, 'w');
  const rows = openCopyBuffer((bytes) => writeAll(fd, bytes));
  return {
    rows,
    close() {
      rows.end();
      closeSync(fd);
    },
  };
}

export interface HeldFile {
  add(key: unknown, reason: string, value: unknown): void;
  /** Returns the number of rows. */
  close(): number;
}

/** A new file of geometries that PostGIS would refuse: (key int8, reason text, blob bytea). */
export function createHeldFile(path: string): HeldFile {
  const { rows, close } = createRowFile(path);
  let count = 0;
  return {
    add(key, reason, value) {
      count += 1;
      rows.beginRow(3);
      rows.put('int8', key);
      rows.put('text', reason);
      // A column of any type may have values of any other.
      rows.put('bytea', value instanceof Uint8Array ? value : Buffer.from(String(value)));
    },
    close() {
      close();
      return count;
    },
  };
}
