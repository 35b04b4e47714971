import { foreignCursor } from './errors.ts';
import type { Operand, Scope } from './types.ts';

export interface OrderedBy extends Operand {
  isDescending: boolean;
  nullsFirst: boolean;
}

export interface CompiledKeyset {
  /** What the statement selects besides, so that its last row says where the next page begins. */
  expressions: string[];
  /** Indexes of these values in its rows. */
  at: number[];
  /** Rows after those of the page before; null for the first page. */
  condition: string | null;
}

/**
 * Paging by the values of the last row, which the database wrote as texts: a JavaScript date would lose microseconds, and rows
 * would come twice or never. The order must be total, with the primary key last.
 * @throws {AppError} bad_request when the values are not those of this order
 */
export function compileKeyset(
  order: OrderedBy[],
  { after, first, scope }: { after: (string | null)[] | null; first: number; scope: Scope },
): CompiledKeyset {
  if (after && after.length !== order.length) throw foreignCursor();
  return {
    expressions: order.map(({ sql }) => sql),
    at: order.map((_each, i) => first + i),
    condition: after ? isAfter(order, after, scope) : null,
  };
}

/** For `a DESC NULLS LAST, id` after (v, k): `a < v OR a IS NULL OR (a = v AND id > k)`. */
function isAfter(
  [column, ...rest]: OrderedBy[],
  [value, ...others]: (string | null)[],
  scope: Scope,
): string {
  const { sql, nullsFirst, isDescending } = column!;
  const equals = (isEqual: string) =>
    rest.length === 0 ? [] : [`(${isEqual} AND ${isAfter(rest, others, scope)})`];
  if (value === null || value === undefined) {
    const later = [...(nullsFirst ? [`${sql} IS NOT NULL`] : []), ...equals(`${sql} IS NULL`)];
    return later.length === 0 ? 'FALSE' : `(${later.join(' OR ')})`;
  }
  const bound = scope.parameters.bind(value, column!.column.cast);
  const later = [`${sql} ${isDescending ? '<' : '>'} ${bound}`];
  if (!nullsFirst) later.push(`${sql} IS NULL`);
  return `(${[...later, ...equals(`${sql} = ${bound}`)].join(' OR ')})`;
}
