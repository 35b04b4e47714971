import type { Cells, NewEdit } from './types.ts';

const MAX_LENGTH = 200;
/** Usual names of a column that names its rows; then any column whose name contains one of these words. */
const PATTERNS = [/^(name|title|label|naam|nom|nombre)$/i, /name|title|label/i];

/** An edit of `row`, which gives the edit its name: the row before the edit, or a new row. */
export function newEdit(
  row: Cells,
  edit: Pick<NewEdit, 'kind' | 'layer' | 'key'> & Partial<NewEdit>,
): NewEdit {
  return { rowName: rowName(row), before: null, after: null, geometry: null, ...edit };
}

function rowName(row: Cells): string | null {
  for (const pattern of PATTERNS) {
    for (const [column, value] of Object.entries(row)) {
      if (pattern.test(column) && typeof value === 'string' && value.trim() !== '')
        return value.trim().slice(0, MAX_LENGTH);
    }
  }
  return null;
}
