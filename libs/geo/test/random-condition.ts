import type { Expression, Value } from '../src/expression/tree.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). For tests. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const COLUMNS = ['a', 'b', 'größe', 'with space', 'quo"te', 'AND', '1st', "it's", 'x--y', 'date'];
const OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;
const TEXTS = ['', 'a', "it's", '100%', 'a_b', 'back\\\\slash', 'ÄÖ', '😀', '--', '; DROP', 'line\nbreak'];

/** Any condition that the language knows. */
export function randomCondition(random: () => number, depth = 4): Expression {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const many = <T>(least: number, make: () => T) =>
    Array.from({ length: least + Math.floor(random() * 3) }, make);
  const column = pick(COLUMNS);
  const value = (): Value =>
    pick<() => Value>([
      () => Math.floor(random() * 200) - 100,
      () => (random() - 0.5) * 10 ** Math.floor(random() * 20 - 12),
      () => BigInt(Math.floor(random() * 2 ** 29)) * 2n ** 33n + 2n ** 54n + 1n,
      () => pick(TEXTS),
      () => random() < 0.5,
    ])();
  const kinds = ['comparison', 'in', 'between', 'like', 'isNull', ...(depth > 0 ? ['and', 'or', 'not'] : [])];
  switch (pick(kinds)) {
    case 'in':
      return { kind: 'in', column, values: many(1, value) };
    case 'between':
      return { kind: 'between', column, low: value(), high: value() };
    case 'like':
      return { kind: 'like', column, pattern: pick(TEXTS), ignoreCase: random() < 0.5 };
    case 'isNull':
      return { kind: 'isNull', column };
    case 'and':
      return { kind: 'and', parts: many(2, () => randomCondition(random, depth - 1)) };
    case 'or':
      return { kind: 'or', parts: many(2, () => randomCondition(random, depth - 1)) };
    case 'not':
      return { kind: 'not', part: randomCondition(random, depth - 1) };
    default:
      return { kind: 'comparison', column, op: pick(OPERATORS), value: value() };
  }
}

/** The condition as somebody might write it. */
export function printCondition(node: Expression): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.parts
        .map((part) => `(${printCondition(part)})`)
        .join(node.kind === 'and' ? ' AND ' : '\n or ');
    case 'not':
      return `NOT (${printCondition(node.part)})`;
    case 'comparison':
      return `${printName(node.column)}${node.op}${printValue(node.value)}`;
    case 'in':
      return `${printName(node.column)} IN (${node.values.map(printValue).join(',')})`;
    case 'between':
      return `${printName(node.column)} between ${printValue(node.low)} and ${printValue(node.high)}`;
    case 'like':
      return `${printName(node.column)} ${node.ignoreCase ? 'ILIKE' : 'LIKE'} ${printValue(node.pattern)}`;
    case 'isNull':
      return `${printName(node.column)} IS NULL`;
  }
}

function printName(name: string): string {
  return /^[a-z]$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

function printValue(value: Value): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}
