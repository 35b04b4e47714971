import type { Expression, Value } from './tree.ts';

export interface SqlTarget {
  dialect: 'sqlite' | 'postgresql';
  /**
   * A column, quoted. It must throw for unknown columns, since names are the only part of the text that comes from outside.
   */
  column(name: string): string;
  /** The same for IS NULL; default `column`. */
  presence?(name: string): string;
}

export interface SqlCondition {
  text: string;
  values: (string | number | bigint)[];
}

/** SQL function that folds the case of text in all scripts; the connection must define it. */
export const FOLD_CASE = 'cairn_fold';

/** A condition as SQL with placeholders: every value is a parameter. */
export function toSql(expression: Expression, target: SqlTarget): SqlCondition {
  const values: SqlCondition['values'] = [];

  function bind(value: Value): string {
    if (target.dialect === 'sqlite') {
      values.push(typeof value === 'boolean' ? Number(value) : value);
      return '?';
    }
    values.push(typeof value === 'boolean' ? String(value) : value);
    return `$${values.length}${castOf(value)}`;
  }

  function write(node: Expression): string {
    switch (node.kind) {
      case 'and':
      case 'or':
        if (node.parts.length === 0) return node.kind === 'and' ? '(1 = 1)' : '(1 = 0)';
        return `(${chain(node.parts.map(write), node.kind === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `(NOT ${write(node.part)})`;
      case 'comparison':
        return `(${target.column(node.column)} ${node.op === '!=' ? '<>' : node.op} ${bind(node.value)})`;
      case 'in':
        if (node.values.length === 0) return '(1 = 0)';
        return `(${target.column(node.column)} IN (${node.values.map(bind).join(', ')}))`;
      case 'between':
        return `(${target.column(node.column)} BETWEEN ${bind(node.low)} AND ${bind(node.high)})`;
      case 'like':
        return like(node);
      case 'isNull':
        return `(${(target.presence ?? target.column)(node.column)} IS NULL)`;
    }
  }

  function like({ column, pattern, ignoreCase }: Extract<Expression, { kind: 'like' }>): string {
    const name = target.column(column);
    if (target.dialect === 'postgresql') {
      return `(${name}::text ${ignoreCase ? 'ILIKE' : 'LIKE'} ${bind(pattern)})`;
    }
    if (!ignoreCase) return `(${name} GLOB ${bind(toGlob(pattern))})`;
    // LIKE of SQLite folds ASCII alone.
    return /^\p{ASCII}*$/u.test(pattern)
      ? `(${name} LIKE ${bind(pattern)} ESCAPE '\\')`
      : `(${FOLD_CASE}(CAST(${name} AS TEXT)) LIKE ${bind(pattern.toLowerCase())} ESCAPE '\\')`;
  }

  return { text: write(expression), values };
}

/** In halves of halves: a chain that is read from the left is as deep as it is long, and SQLite goes 1,000 levels deep. */
function chain(parts: string[], word: string): string {
  if (parts.length <= 16) return parts.join(word);
  const middle = Math.ceil(parts.length / 2);
  return `(${chain(parts.slice(0, middle), word)})${word}(${chain(parts.slice(middle), word)})`;
}

/** LIKE of SQLite ignores case, which can be changed only for a whole connection; GLOB never does. */
function toGlob(pattern: string): string {
  return pattern.replace(/\\(.)|%|_|[*?[]/gsu, (found, escaped: string | undefined) => {
    if (found === '%') return '*';
    if (found === '_') return '?';
    const literal = escaped ?? found;
    return /[*?[]/.test(literal) ? `[${literal}]` : literal;
  });
}

/** So that a fraction may be compared with a column of integers. */
function castOf(value: Value): string {
  if (typeof value === 'boolean') return '::boolean';
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return '::bigint';
  return typeof value === 'number' ? '::double precision' : '';
}
