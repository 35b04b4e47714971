import { deletions, itemIds } from './layout-items.ts';
import type { PlanChoices, PlanItem, TableChange } from './types.ts';

/** A run may always delete so many rows of a table, and always empty one with fewer than `MIN_EMPTIED`. */
const MAX_UNASKED = 100;
const MIN_EMPTIED = 10;

/** Items for the tables of which too much would be deleted, unless someone approved it. */
export function guardDeletions(
  changes: TableChange[],
  { maxDeletePercent, choices }: { maxDeletePercent: number; choices: PlanChoices },
): PlanItem[] {
  return changes.flatMap(({ layout: { table }, action, deleted, inserted, rows }) => {
    if (action !== 'change' || choices[itemIds.deletions(table)]?.option === 'delete') return [];
    const rowsBefore = rows - inserted + deleted;
    const isMuch = deleted > MAX_UNASKED && deleted * 100 > maxDeletePercent * rowsBefore;
    const isEmptied = rows === 0 && rowsBefore >= MIN_EMPTIED;
    return isMuch || isEmptied ? [deletions(table, { deleted, rowsBefore, rowsAfter: rows })] : [];
  });
}
