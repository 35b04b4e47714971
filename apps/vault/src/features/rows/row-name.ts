import type { Cells } from './types.ts';

const MAX_LENGTH = 200;
/** Usual names of such a column first, then any column whose name contains one of these words. */
const PATTERNS = [/^(name|title|label|naam|nom|nombre)$/i, /name|title|label/i];

/** The name of a row: the text of a column that looks like a name; null without such a column. */
export function rowName(row: Cells): string | null {
  for (const pattern of PATTERNS) {
    for (const [column, value] of Object.entries(row)) {
      if (pattern.test(column) && typeof value === 'string' && value.trim() !== '')
        return value.trim().slice(0, MAX_LENGTH);
    }
  }
  return null;
}
