import { FOLD_CASE } from './to-sql.ts';
import type { SqlCondition } from './to-sql.ts';
import type { CheckedValue } from './value-check.ts';
import type { FunctionName } from './value-functions.ts';
import type { ValueTree } from './value-tree.ts';

/** Functions of SQLite that the process which runs the statement defines; see geopackage/value-functions.ts. */
export const CAIRN = {
  round: 'cairn_round',
  abs: 'cairn_abs',
  number: 'cairn_number',
  text: 'cairn_text',
  upper: 'cairn_upper',
} as const;

const SQL_NAMES: Record<FunctionName, string> = {
  ...CAIRN,
  floor: 'floor',
  ceil: 'ceil',
  lower: FOLD_CASE,
  trim: 'trim',
  length: 'length',
  coalesce: 'coalesce',
};

/**
 * A checked expression as SQL of SQLite: names are quoted by `ident`, each value is a parameter. No part occurs twice, so that
 * the length of the text grows with the tree and no faster.
 */
export function toValueSql(
  { tree, types }: Pick<CheckedValue, 'tree' | 'types'>,
  ident: (name: string) => string,
): SqlCondition {
  const values: SqlCondition['values'] = [];

  function bind(value: string | number | bigint): string {
    // A number of JavaScript would be bound as a fraction.
    values.push(typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value);
    return '?';
  }

  function write(node: ValueTree): string {
    switch (node.kind) {
      case 'literal':
        return bind(node.value);
      case 'field':
        return field(node.column);
      case 'negate':
        return `(- ${write(node.part)})`;
      case 'arithmetic': {
        const left = write(node.left);
        // Whole numbers are divided like others; a division by zero is NULL in SQLite.
        return `(${node.op === '/' ? `CAST(${left} AS REAL)` : left} ${node.op} ${write(node.right)})`;
      }
      case 'join':
        return `(${node.parts.map(write).join(' || ')})`;
      case 'call':
        return `${SQL_NAMES[node.name]}(${node.parts.map(write).join(', ')})`;
    }
  }

  /** A column of SQLite may have values of other types than the declared one; those count as missing. */
  function field(name: string): string {
    const column = ident(name);
    return types.get(name) === 'text'
      ? `(CASE typeof(${column}) WHEN 'blob' THEN NULL ELSE CAST(${column} AS TEXT) END)`
      : `(CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} END)`;
  }

  return { text: write(tree), values };
}
