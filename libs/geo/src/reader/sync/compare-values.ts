import { openFieldBuffer } from '../postgres-copy/copy-buffer.ts';
import type { FieldBuffer } from '../postgres-copy/copy-buffer.ts';
import { putRowGeometry, putValue } from '../postgres-copy/put-fields.ts';
import type { FieldColumn, FieldFormat } from '../postgres-copy/put-fields.ts';

interface ComparedRow {
  columns: FieldColumn[];
  geometry: FieldFormat['geometry'];
  /** Where the new half of a row begins; the old half, with as many values, follows. */
  first: number;
}

/**
 * Tells whether all values of a row's two halves become the same in PostgreSQL. Only values that look different are converted. A value
 * that does not fit is the same as another one only when it looks the same, and so is a geometry that PostGIS would refuse:
 * its bytes are what is kept of it.
 */
export function createRowComparison({
  columns,
  geometry,
  first,
}: ComparedRow): (row: readonly unknown[]) => boolean {
  const buffers = [openFieldBuffer(), openFieldBuffer()] as const;
  const shift = geometry ? 1 : 0;
  const width = columns.length + shift;
  let isOdd = false;
  const format: FieldFormat = {
    columns,
    geometry,
    onBlank: () => undefined,
    onMisfit: () => void (isOdd = true),
    onBroken: () => void (isOdd = true),
  };

  function isSame(fresh: unknown, stale: unknown, put: (out: FieldBuffer, value: unknown) => void): boolean {
    isOdd = false;
    const [a, b] = buffers;
    a.clear();
    b.clear();
    put(a, fresh);
    put(b, stale);
    return !isOdd && Buffer.compare(a.bytes(), b.bytes()) === 0;
  }

  return (row) => {
    for (let i = 0; i < columns.length; i += 1) {
      const [fresh, stale] = [row[first + shift + i], row[first + width + shift + i]];
      if (fresh === stale) continue;
      const column = columns[i] as FieldColumn;
      if (!isSame(fresh, stale, (out, value) => putValue(out, value, { column, format }))) return false;
    }
    if (!geometry) return true;
    const [fresh, stale] = [row[first], row[first + width]];
    if (isSameBytes(fresh, stale)) return true;
    return isSame(fresh, stale, (out, value) => putRowGeometry(out, value, format));
  };
}

function isSameBytes(a: unknown, b: unknown): boolean {
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) return a === b;
  return Buffer.compare(a, b) === 0;
}
