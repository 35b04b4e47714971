import { isNumeric, isTemporal } from '../catalogue/families.ts';
import type { Column, Family } from '../catalogue/types.ts';
import { badPlace, badValue, unknownWord } from './errors.ts';
import { readTimeZone } from './time-zone.ts';
import type { Operand, QueryRequest, Scope } from './types.ts';
import { toText } from './values.ts';

export const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'];
const MAX_BINS = 500;

export type Bucket = NonNullable<NonNullable<QueryRequest['group_by']>[number]['bucket']>;

export interface CompiledBucket {
  sql: string;
  family: Family;
  /** A relation with one row that the expression needs: an item of FROM. */
  bounds: string | null;
}

interface BucketContext {
  scope: Scope;
  place: string;
  timeZone: string;
  /** FROM and WHERE of the filtered rows. */
  rows: string;
  /** Number of the group, for names. */
  index: number;
}

/** A group of values: of a unit of time, of a width, or one of n equal parts of what the filter leaves. */
export function compileBucket(bucket: Bucket, operand: Operand, context: BucketContext): CompiledBucket {
  const { place } = context;
  const kinds = (['unit', 'width', 'bins'] as const).filter((kind) => bucket[kind] !== undefined);
  if (kinds.length !== 1) throw badPlace(place, 'must have one of "unit", "width" and "bins".');
  if (kinds[0] === 'unit') return compileUnit(bucket, operand, context);
  if (!isNumeric(operand.column.family)) {
    throw badPlace(
      place,
      `"${kinds[0]}" takes numbers, and "${operand.column.name}" is ${operand.column.type}.`,
    );
  }
  return kinds[0] === 'width'
    ? compileWidth(bucket, operand, context)
    : compileBins(bucket, operand, context);
}

function compileUnit(bucket: Bucket, { sql, column }: Operand, context: BucketContext): CompiledBucket {
  const { place, scope } = context;
  const { family } = column;
  if (!isTemporal(family)) {
    throw badPlace(place, `"unit" takes dates and times, and "${column.name}" is ${column.type}.`);
  }
  const unit = bucket.unit!;
  if (!UNITS.includes(unit)) throw unknownWord(`${place}.unit`, 'unit', unit, UNITS);
  if (family === 'date' && unit === 'hour')
    throw badPlace(`${place}.unit`, 'a date has no hours. Choose day or longer.');
  const zone =
    bucket.time_zone === undefined ? context.timeZone : readTimeZone(bucket.time_zone, `${place}.time_zone`);
  const startsSunday = unit === 'week' && bucket.week_start === 'sunday';
  const truncate = (value: string) => {
    if (!startsSunday) return `pg_catalog.date_trunc('${unit}', ${value})`;
    return `(pg_catalog.date_trunc('week', ${value} + interval '1 day') - interval '1 day')`;
  };
  if (family === 'date') {
    return { sql: `${truncate(`${sql}::timestamp`)}::date`, family, bounds: null };
  }
  if (family === 'timestamp') return { sql: truncate(sql), family, bounds: null };
  // In local time, so that days have 23 and 25 hours where they do.
  const zoneText = scope.parameters.bind(zone, 'pg_catalog.text');
  if (!startsSunday)
    return { sql: `pg_catalog.date_trunc('${unit}', ${sql}, ${zoneText})`, family, bounds: null };
  return {
    sql: `(${truncate(`(${sql} AT TIME ZONE ${zoneText})`)} AT TIME ZONE ${zoneText})`,
    family,
    bounds: null,
  };
}

/** The lower edge of the part. */
function compileWidth(bucket: Bucket, { sql }: Operand, { scope, place }: BucketContext): CompiledBucket {
  const number: Column = { ...NUMBER, name: 'width' };
  const width = toText(bucket.width, number, `${place}.width`);
  if (!(Number(width) > 0)) throw badValue(`${place}.width`, 'must be a number above 0.');
  const w = scope.parameters.bind(width, number.cast);
  const origin = bucket.origin === undefined ? '0' : toText(bucket.origin, number, `${place}.origin`);
  const o = scope.parameters.bind(origin, number.cast);
  const value = `${finite(sql)}::pg_catalog.numeric`;
  return {
    sql: `(pg_catalog.floor((${value} - ${o}) / ${w}) * ${w} + ${o})`,
    family: 'decimal',
    bounds: null,
  };
}

/** The lower edge of the part. The greatest value belongs to the last part, and equal values are one. */
function compileBins(
  bucket: Bucket,
  { sql }: Operand,
  { place, rows, index }: BucketContext,
): CompiledBucket {
  const bins = bucket.bins!;
  if (!Number.isInteger(bins) || bins < 1 || bins > MAX_BINS) {
    throw badValue(`${place}.bins`, `must be a whole number from 1 to ${MAX_BINS}.`);
  }
  const b = `b${index}`;
  const value = finite(sql);
  const part = `least(pg_catalog.width_bucket(${value}, ${b}.lo, ${b}.hi, ${bins}), ${bins}) - 1`;
  return {
    sql: `CASE WHEN ${value} IS NULL THEN NULL WHEN ${b}.lo = ${b}.hi THEN ${b}.lo
      ELSE ${b}.lo + (${part}) * (${b}.hi - ${b}.lo) / ${bins} END`,
    family: 'float',
    bounds: `(SELECT min(${value}) AS lo, max(${value}) AS hi ${rows}) AS ${b}`,
  };
}

/** A number as float8; NaN and the infinities, which belong to no part, as null. */
export function finite(sql: string): string {
  return `nullif(nullif(nullif(${sql}::pg_catalog.float8, 'NaN'), 'Infinity'), '-Infinity')`;
}

const NUMBER: Column = {
  name: 'number',
  type: 'numeric',
  family: 'decimal',
  cast: 'pg_catalog.numeric',
  range: null,
  labels: null,
  nullable: true,
  comment: null,
  geometry: null,
};
