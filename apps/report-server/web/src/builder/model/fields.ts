import type { Dataset, ValueType } from '@cairn/report-engine/browser';

export interface SourceColumn {
  name: string;
  /** Type of the database, such as `numeric(10,2)`. */
  type: string;
  comment?: string | null | undefined;
}

const TYPES: [RegExp, ValueType][] = [
  [/^(smallint|integer|int[248]?|bigint|smallserial|serial|bigserial)\b/, 'integer'],
  [/^(numeric|decimal|money)\b/, 'decimal'],
  [/^(real|double precision|float[48]?)\b/, 'double'],
  [/^bool/, 'boolean'],
  [/^timestamp.*with time zone|^timestamptz/, 'instant'],
  [/^timestamp/, 'timestamp'],
  [/^date\b/, 'date'],
  [/^time\b/, 'time'],
  [/^(geometry|geography)\b/, 'geometry'],
  [/^bytea\b/, 'bytes'],
];

/** The type that the engine reads a column of the database as. */
export function valueTypeOf(type: string): ValueType {
  if (type.endsWith('[]')) return 'list';
  // Types of extensions are named with their schema: public.geometry(Point,4326).
  const plain = type.toLowerCase().replace(/^("[^"]+"|[a-z_][\w$]*)\./, '');
  return TYPES.find(([pattern]) => pattern.test(plain))?.[1] ?? 'text';
}

export function isNumber(type: ValueType): boolean {
  return type === 'integer' || type === 'decimal' || type === 'double';
}

/** Numbers that name something rather than measure it: they are neither grouped in thousands nor added up. */
export function isCode(name: string): boolean {
  return /(^|[_\s])(id|gid|fid|year|code|zip|rank)$|^(id|year)/i.test(name);
}

/** A heading for people: `pop_max` is "Pop max". */
export function headingOf(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Columns of a table as fields of a dataset. */
export function fieldsOf(columns: readonly SourceColumn[]): NonNullable<Dataset['fields']> {
  return columns.map(({ name, type }) => ({ name, type: valueTypeOf(type) }));
}

/**
 * Names that a SELECT gives its columns, as far as they can be read from its text: the alias, or the last part of a name. Nothing for
 * what has no name, and for `*`.
 */
export function columnsOfSelect(sql: string): string[] {
  const text = sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  const list = topLevel(text);
  return list.flatMap((item) => {
    const match = /(?:\bas\s+|\s|\.|^)(?:"((?:[^"]|"")+)"|([A-Za-z_]\w*))\s*$/i.exec(item.trim());
    const name = match?.[1]?.replaceAll('""', '"') ?? match?.[2]?.toLowerCase();
    return name === undefined || name === 'end' ? [] : [name];
  });
}

/** The items of the last outermost SELECT, whose brackets and quotes are respected. */
function topLevel(text: string): string[] {
  const tokens = text.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]|\b\w+\b|\s+|[^\s\w'"(),]+/g);
  let depth = 0;
  let items: string[] | null = null;
  for (const [token] of tokens) {
    const word = token.toLowerCase();
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0 && word === 'select') items = [''];
    else if (items && depth === 0 && word === 'from') break;
    else if (items && depth === 0 && token === ',') items.push('');
    else if (items) items[items.length - 1] += token;
  }
  return (items ?? []).map((item) => item.replace(/^\s*(distinct|all)\b/i, ''));
}
