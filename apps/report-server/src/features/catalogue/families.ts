import type { Column, Family } from './types.ts';

const FAMILIES: Record<string, Family> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  oid: 'integer',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  bool: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
  bytea: 'binary',
  interval: 'comparable',
  timetz: 'comparable',
  inet: 'comparable',
  cidr: 'comparable',
  macaddr: 'comparable',
  macaddr8: 'comparable',
  money: 'comparable',
};

const RANGES: Record<string, [bigint, bigint]> = {
  int2: [-32_768n, 32_767n],
  int4: [-2_147_483_648n, 2_147_483_647n],
  int8: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
  oid: [0n, 4_294_967_295n],
};

export interface TypeRow {
  /** Name of the type, of the base type where it is a domain. */
  base: string;
  /** Whether that type is built in. */
  is_builtin: boolean;
  /** pg_type.typtype and typcategory. */
  kind: string;
  category: string;
  is_text_like: boolean;
}

/** How values of a type are compared and written. */
export function familyOf({ base, is_builtin, kind, category, is_text_like }: TypeRow): Family {
  if (kind === 'e') return 'enum';
  if (category === 'A') return 'array';
  if (base === 'geometry' || base === 'geography') return is_builtin ? 'other' : 'geometry';
  if (is_builtin) return FAMILIES[base] ?? 'other';
  // citext and the like.
  return is_text_like ? 'text' : 'other';
}

export function rangeOf(base: string): Column['range'] {
  return RANGES[base] ?? null;
}

const COMPARABLE: ReadonlySet<Family> = new Set([
  'integer',
  'decimal',
  'float',
  'text',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'uuid',
  'enum',
  'comparable',
]);

/** Whether values can be compared, sorted and grouped. */
export function isComparable(family: Family): boolean {
  return COMPARABLE.has(family);
}

export function isNumeric(family: Family): boolean {
  return family === 'integer' || family === 'decimal' || family === 'float';
}

export function isTemporal(family: Family): boolean {
  return family === 'date' || family === 'timestamp' || family === 'timestamptz';
}
