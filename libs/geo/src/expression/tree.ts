export type Value = string | number | bigint | boolean;
export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * A condition on the columns of a layer, as a tree. With NULL it behaves as SQL does: what compares with NULL is neither
 * true nor false, and a row is taken when the whole is true.
 */
export type Expression =
  | { kind: 'comparison'; column: string; op: Operator; value: Value }
  | { kind: 'and' | 'or'; parts: Expression[] }
  | { kind: 'not'; part: Expression }
  | { kind: 'in'; column: string; values: Value[] }
  | { kind: 'between'; column: string; low: Value; high: Value }
  /** `%` matches any text, `_` any character; a backslash escapes the next one. */
  | { kind: 'like'; column: string; pattern: string; ignoreCase: boolean }
  | { kind: 'isNull'; column: string };

/** Every column that the condition names, once. */
export function columnsOf(expression: Expression): Set<string> {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return new Set(expression.parts.flatMap((part) => [...columnsOf(part)]));
    case 'not':
      return columnsOf(expression.part);
    default:
      return new Set([expression.column]);
  }
}

/** Escapes text for a pattern. */
export function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
