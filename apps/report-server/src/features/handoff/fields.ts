import type { Dataset } from '@cairn/report-engine';
import type { Column, Family } from '../catalogue/types.ts';

type Field = NonNullable<Dataset['fields']>[number];

const TYPES: Partial<Record<Family, Field['type']>> = {
  integer: 'integer',
  decimal: 'decimal',
  float: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  timestamptz: 'instant',
  geometry: 'geometry',
  binary: 'bytes',
  array: 'list',
};

/** A column as a field of a dataset. */
export function toField({ name, family }: Column): Field {
  return { name, type: TYPES[family] ?? 'text' };
}

export function isNumber({ family }: Column): boolean {
  return family === 'integer' || family === 'decimal' || family === 'float';
}

export function fieldExpression(name: string): string {
  return `$F{${name}}`;
}
