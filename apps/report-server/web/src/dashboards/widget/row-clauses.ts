import type { Clause } from '../../explorer/filter/filter.ts';
import type { Source } from '../../explorer/state/source.ts';
import { keyClauses } from '../../explorer/table/table-rows.ts';

interface PickedRow {
  /** Its key, as the address of the explorer spells it. */
  row: string;
  values: Record<string, unknown>;
  linked: string[];
  source: Source;
}

/** The conditions of a picked row: its values in the linked columns, else its key. */
export function clausesOfRow({ row, values, linked, source }: PickedRow): Clause[] {
  const clauses = linked.flatMap((column): Clause[] => {
    const value = values[column];
    return value === undefined || value === null ? [] : [{ column, op: 'eq', value }];
  });
  return clauses.length > 0 ? clauses : (keyClauses(row, source.metadata.primary_key) ?? []);
}
