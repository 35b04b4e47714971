import type { TableColumn } from '../../client.ts';

/** What a column holds, as far as filters, charts and the table treat it differently. */
export type ColumnKind = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'time' | 'geometry' | 'other';

type Family = TableColumn['family'];

const KINDS: Partial<Record<Family, ColumnKind>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  text: 'text',
  uuid: 'text',
  enum: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  time: 'time',
  geometry: 'geometry',
};

/** A column as far as its values decide how it is treated. */
export type Described = Pick<TableColumn, 'name' | 'family'>;

export function kindOf({ family }: Pick<TableColumn, 'family'>): ColumnKind {
  return KINDS[family] ?? 'other';
}

/** Moments that name their zone, as opposed to what a clock on a wall shows. */
export function hasZone({ family }: Pick<TableColumn, 'family'>): boolean {
  return family === 'timestamptz';
}

export function isTemporal(kind: ColumnKind): boolean {
  return kind === 'date' || kind === 'datetime';
}

/** Numbers that name something rather than measure it: they are not grouped in thousands, nor summed by default. */
export function isCode(name: string): boolean {
  return /(^|_)(id|gid|fid|oid|year|code|zip|rank)$|^(id|year)_/i.test(name);
}

export function isYear(name: string): boolean {
  return /(^|_)year$|^year_/i.test(name);
}
