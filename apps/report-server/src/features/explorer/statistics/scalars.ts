import { isComparable, isNumeric } from '../../catalogue/families.ts';
import type { Column } from '../../catalogue/types.ts';
import { finite } from '../../query/buckets.ts';
import { decodeJson, decoderOf } from '../../query/decode.ts';
import { badPlace, badValue } from '../../query/errors.ts';
import type { Operand, Scope } from '../../query/types.ts';
import type { MeasureRequest, ScalarMeasure } from './types.ts';

const QUARTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
const MAX_SHARES = 20;

/** Count, nulls, distinct, extremes and quantiles; of numbers the mean and the deviation of the sample too. */
export function describeMeasure(
  { column: name }: MeasureRequest,
  scope: Scope,
  place: string,
): ScalarMeasure {
  const { sql, column } = comparable(name, scope, place);
  const shares = hasQuantiles(column) ? QUARTILES : [];
  const value = valueOf({ sql, column });
  const isNumber = isNumeric(column.family);
  const decode = decoderOf(column.family);
  const { least, most } = extremes({ sql, column });
  return {
    expressions: [
      'count(*)',
      `count(${sql})`,
      `count(DISTINCT ${sql})`,
      least,
      most,
      isNumber ? `avg(${value})` : 'NULL',
      isNumber ? `stddev_samp(${value})` : 'NULL',
      shares.length > 0 ? quantilesOf({ sql, column }, shares) : 'NULL',
    ],
    toAnswer([rows, present, distinct, smallest, greatest, mean, deviation, quantiles]) {
      const values = parse(quantiles) as unknown[] | null;
      return {
        kind: 'describe',
        column: name!,
        rows: Number(rows),
        count: Number(present),
        nulls: Number(rows) - Number(present),
        distinct: Number(distinct),
        min: smallest == null ? null : decode(smallest),
        max: greatest == null ? null : decode(greatest),
        mean: mean == null ? null : decoderOf('float')(mean),
        deviation: deviation == null ? null : decoderOf('float')(deviation),
        quantiles: shares.map((share, i) => ({ share, value: values?.[i] ?? null })),
      };
    },
  };
}

/** `percentile_cont` exists for numbers alone; of dates and texts it is the value itself. */
export function quantilesMeasure(
  { column: name, shares }: MeasureRequest,
  scope: Scope,
  place: string,
): ScalarMeasure {
  const operand = comparable(name, scope, place);
  const isList = Array.isArray(shares) && shares.length > 0 && shares.length <= MAX_SHARES;
  if (!isList || shares.some((share) => !(share >= 0 && share <= 1))) {
    throw badValue(`${place}.shares`, `must be a list of 1 to ${MAX_SHARES} numbers from 0 to 1.`);
  }
  if (!hasQuantiles(operand.column)) throw badPlace(`${place}.column`, `"${name}" has no quantiles.`);
  return {
    expressions: [quantilesOf(operand, shares)],
    toAnswer([texts]) {
      const values = parse(texts) as unknown[] | null;
      return {
        kind: 'quantiles',
        column: name!,
        quantiles: shares.map((share, i) => ({ share, value: values?.[i] ?? null })),
      };
    },
  };
}

/** Pearson's, of the rows that have both values; null where one of them is constant. */
export function correlationMeasure(
  { column: name, other }: MeasureRequest,
  scope: Scope,
  place: string,
): ScalarMeasure {
  const [a, b] = [numeric(name, scope, `${place}.column`), numeric(other, scope, `${place}.other`)];
  const pair = `${finite(b.sql)}, ${finite(a.sql)}`;
  return {
    expressions: [`corr(${pair})`, `regr_count(${pair})`],
    toAnswer: ([correlation, pairs]) => ({
      kind: 'correlation',
      column: name!,
      other: other!,
      correlation: correlation == null ? null : decoderOf('float')(correlation),
      pairs: Number(pairs),
    }),
  };
}

export function numeric(name: string | undefined, scope: Scope, place: string): Operand {
  const operand = scope.resolve(name ?? '', place);
  if (isNumeric(operand.column.family)) return operand;
  throw badPlace(place, `takes numbers, and "${name}" is ${operand.column.type}.`);
}

export function comparable(name: string | undefined, scope: Scope, place: string): Operand {
  const operand = scope.resolve(name ?? '', `${place}.column`);
  if (isComparable(operand.column.family)) return operand;
  throw badPlace(`${place}.column`, `values of "${name}" (${operand.column.type}) cannot be compared.`);
}

/** min and max exist neither for booleans nor for UUIDs. */
export function extremes({ sql, column }: Operand): { least: string; most: string } {
  if (column.family === 'boolean') return { least: `bool_and(${sql})`, most: `bool_or(${sql})` };
  const value = column.family === 'uuid' ? `${sql}::pg_catalog.text` : sql;
  return { least: `min(${value})`, most: `max(${value})` };
}

function hasQuantiles({ family }: Column): boolean {
  return family !== 'boolean' && family !== 'uuid';
}

/** Floats without NaN and the infinities, which would be the mean and the largest quantile. */
function valueOf({ sql, column }: Operand): string {
  return column.family === 'float' ? finite(sql) : sql;
}

function quantilesOf(operand: Operand, shares: number[]): string {
  const fn = isNumeric(operand.column.family) ? 'percentile_cont' : 'percentile_disc';
  const list = `ARRAY[${shares.join(', ')}]::pg_catalog.float8[]`;
  return `pg_catalog.to_json(${fn}(${list}) WITHIN GROUP (ORDER BY ${valueOf(operand)}))`;
}

function parse(text: string | null | undefined): unknown {
  return text == null ? null : decodeJson(text);
}
