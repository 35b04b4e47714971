import { badToken } from './errors.ts';

const MAX_CLAUSES = 64;
const MAX_DEPTH = 8;

/**
 * Checks the form of a filter; its columns and values are checked where it is compiled, and a filter that does not compile gives
 * no rows.
 * @throws {AppError} bad_request that names the place
 */
export function checkFilter(filter: Record<string, unknown>): void {
  let clauses = 0;

  function check(node: unknown, place: string, depth: number): void {
    if (depth > MAX_DEPTH)
      throw badToken(place, `The filter is more than ${MAX_DEPTH} levels deep. Simplify it.`);
    if (typeof node !== 'object' || node === null || Array.isArray(node))
      throw badToken(place, 'A condition is an object.');
    const { and, or, not, column, geometry, op } = node as Record<string, unknown>;
    const list = and ?? or;
    if (list !== undefined) {
      if (!Array.isArray(list)) throw badToken(place, '"and" and "or" take a list of conditions.');
      const name = and === undefined ? 'or' : 'and';
      for (const [index, one] of list.entries()) check(one, `${place}.${name}[${index}]`, depth + 1);
    } else if (not !== undefined) {
      check(not, `${place}.not`, depth + 1);
    } else {
      clauses += 1;
      if (clauses > MAX_CLAUSES) throw badToken(place, `The filter has more than ${MAX_CLAUSES} conditions.`);
      if (typeof (column ?? geometry) !== 'string')
        throw badToken(place, 'A condition needs a column or geometry.');
      if (typeof op !== 'string') throw badToken(place, 'A condition needs an operator in "op".');
    }
  }

  check(filter, 'filter', 1);
}
