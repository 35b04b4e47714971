import type { Cells, Edit } from './types.ts';

/** What a session's edits make of one row. */
export interface PendingRow {
  key: string;
  /** Whether the file has it. */
  inFile: boolean;
  isDeleted: boolean;
  /** Changed values of a row in the file, all values of a new one. */
  values: Cells;
  /** Values in the file where they differ; of a deleted row all. */
  before: Cells;
  /** Of a new row, in WGS84. */
  geometry: Cells | null;
}

/** What the edits of a layer come to, row by row; rows that are as they were are not among them. */
export function foldEdits(edits: Edit[]): Map<string, PendingRow> {
  const rows = new Map<string, PendingRow>();
  for (const edit of edits) {
    const row = rows.get(edit.key) ?? {
      key: edit.key,
      inFile: edit.kind !== 'insert',
      isDeleted: false,
      values: cells(),
      before: cells(),
      geometry: null,
    };
    if (edit.kind === 'delete') row.isDeleted = true;
    else row.values = cells(row.values, edit.after);
    // The first value that was replaced is that of the file.
    if (row.inFile) row.before = cells(edit.before, row.before);
    row.geometry = edit.geometry ?? row.geometry;
    rows.set(edit.key, row);
  }
  for (const [key, row] of rows) if (!matters(row)) rows.delete(key);
  return rows;
}

function matters({ inFile, isDeleted, values, before }: PendingRow): boolean {
  if (isDeleted) return inFile;
  return !inFile || Object.entries(values).some(([name, value]) => value !== before[name]);
}

/** Without a prototype: a column may have any name. */
function cells(...parts: (Cells | null)[]): Cells {
  return Object.assign(Object.create(null) as Cells, ...parts);
}
