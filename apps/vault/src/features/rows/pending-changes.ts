import { createHash } from 'node:crypto';
import type { StoredRow } from '@cairn/geo';
import { cellOf } from './cell-values.ts';
import type { Cells, Edit, LayerSchema } from './types.ts';

/** All edits of one row in a draft, folded into one change. */
export interface PendingRow {
  key: string;
  /** False for a row that the draft inserted. */
  inFile: boolean;
  isDeleted: boolean;
  /** Changed values of a row in the file, all values of a new one. */
  values: Cells;
  /** Values in the file that differ; of a deleted row all. */
  before: Cells;
  /** Of a new row, in WGS84. */
  geometry: Cells | null;
}

/** Folds the edits of a layer into one change per row; rows whose edits cancel each other out are left out. */
export function foldEdits(edits: Pick<Edit, 'key' | 'kind' | 'before' | 'after' | 'geometry'>[]) {
  const rows = new Map<string, PendingRow>();
  for (const edit of edits) {
    const row = rows.get(edit.key) ?? {
      key: edit.key,
      inFile: edit.kind !== 'insert',
      isDeleted: false,
      values: mergeCells(),
      before: mergeCells(),
      geometry: null,
    };
    if (edit.kind === 'delete') row.isDeleted = true;
    else row.values = mergeCells(row.values, edit.after);
    // The first value that was replaced is that of the file.
    if (row.inFile) row.before = mergeCells(edit.before, row.before);
    row.geometry = edit.geometry ?? row.geometry;
    rows.set(edit.key, row);
  }
  for (const [key, row] of rows) if (!hasEffect(row)) rows.delete(key);
  return rows;
}

/** A row of the file with its pending changes, and a hash that changes with the row. */
export function mergeRow(
  schema: LayerSchema,
  stored: StoredRow | null,
  pending: PendingRow | undefined,
): { row: Cells; hash: string } {
  const columns = storedColumns(schema).map(({ name }) => name);
  const key = stored?.key ?? pending?.key ?? '0';
  const cells = columns.map((name, i): [string, unknown] => {
    const value = pending && Object.hasOwn(pending.values, name) ? pending.values[name] : stored?.values[i];
    return [name, value ?? null];
  });
  const row = Object.fromEntries(schema.key === null ? cells : [[schema.key, cellOf(BigInt(key))], ...cells]);
  const newGeometry = pending?.geometry ? JSON.stringify(pending.geometry) : null;
  return { row, hash: hashRow(columns, row, stored ? stored.geometryHash : newGeometry) };
}

/** Columns that the draft changed; all columns of a new row. */
export function changedColumns(schema: LayerSchema, { inFile, values, before }: PendingRow): string[] {
  const columns = storedColumns(schema).map(({ name }) => name);
  return inFile
    ? columns.filter((name) => Object.hasOwn(values, name) && values[name] !== before[name])
    : columns;
}

/** All columns but the key. */
export function storedColumns({ columns }: LayerSchema) {
  return columns.filter(({ primaryKey }) => !primaryKey);
}

function hasEffect({ inFile, isDeleted, values, before }: PendingRow): boolean {
  if (isDeleted) return inFile;
  return !inFile || Object.entries(values).some(([name, value]) => value !== before[name]);
}

/** 132 bits over the values, in the order of the columns, and the geometry. */
function hashRow(columns: string[], values: Cells, geometryHash: string | null): string {
  const canonical = JSON.stringify([...columns.map((name) => values[name] ?? null), geometryHash]);
  return createHash('sha256').update(canonical).digest('base64url').slice(0, 22);
}

/** Without a prototype: a column may have any name. */
function mergeCells(...parts: (Cells | null)[]): Cells {
  return Object.assign(Object.create(null) as Cells, ...parts);
}
