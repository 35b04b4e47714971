import type { Encoding } from '../../postgis/columns.ts';
import type { CopyBuffer, FieldBuffer } from './copy-buffer.ts';
import { locateGeometry, putGeometry } from './geometry-field.ts';
import type { LocatedGeometry } from './geometry-field.ts';

export interface FieldColumn {
  source: string;
  encoding: Encoding;
}

/** The fields of one row, and what happens to values that cannot go as they are. */
export interface FieldFormat {
  columns: FieldColumn[];
  /** Null for a table without geometries. */
  geometry: { srid: number; promote: boolean } | null;
  /** Called for a blank text in a column that takes no text; it becomes NULL. Absent, such a text is a misfit. */
  onBlank?(): void;
  /** Called for a value that is not of its column's kind; it becomes NULL unless this throws. */
  onMisfit(column: FieldColumn, value: unknown): void;
  /** Called for a geometry that PostGIS would refuse; it becomes NULL unless this throws. */
  onBroken(reason: string, value: unknown): void;
  /** Called for any other geometry. */
  onGeometry?(geometry: LocatedGeometry): void;
}

/** Writes columns …, geometry of a row that has, from `first` on, its geometry (unless the format has none) and its columns. */
export function putFields(
  out: CopyBuffer | FieldBuffer,
  row: readonly unknown[],
  { first, format }: { first: number; format: FieldFormat },
): void {
  const { columns, geometry } = format;
  const start = geometry ? first + 1 : first;
  for (let i = 0; i < columns.length; i += 1)
    putValue(out, row[start + i], { column: columns[i] as FieldColumn, format });
  if (geometry) putRowGeometry(out, row[first], format);
}

/** Writes one value. */
export function putValue(
  out: CopyBuffer | FieldBuffer,
  value: unknown,
  { column, format }: { column: FieldColumn; format: FieldFormat },
): void {
  if (format.onBlank && column.encoding !== 'text' && isBlank(value)) {
    format.onBlank();
    out.putNull();
  } else if (!out.put(column.encoding, value)) {
    format.onMisfit(column, value);
    out.putNull();
  }
}

/** Writes one geometry, for a format that has them. */
export function putRowGeometry(out: CopyBuffer | FieldBuffer, value: unknown, format: FieldFormat): void {
  const { srid, promote } = format.geometry as NonNullable<FieldFormat['geometry']>;
  const located = locateGeometry(value, srid);
  if (located === null) out.putNull();
  else if (typeof located === 'string') {
    format.onBroken(located, value);
    out.putNull();
  } else {
    format.onGeometry?.(located);
    putGeometry(out, located, promote);
  }
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
