import type { DatabaseSync } from 'node:sqlite';
import { FOLD_CASE } from '../../expression/to-sql.ts';

/** Gives SQL a function that folds the case of texts in all scripts; SQLite's own functions fold ASCII only. */
export function defineFoldCase(db: DatabaseSync): void {
  db.function(FOLD_CASE, { deterministic: true, directOnly: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : null,
  );
}
