import { isTemporal } from '../../catalogue/families.ts';
import { compileAggregate } from '../../query/aggregates.ts';
import { finite, UNITS } from '../../query/buckets.ts';
import { decoderOf } from '../../query/decode.ts';
import { badPlace, badValue, unknownWord } from '../../query/errors.ts';
import { readTimeZone } from '../../query/time-zone.ts';
import { comparable, numeric } from './scalars.ts';
import type { MeasuredRows, MeasureRequest, TableMeasure } from './types.ts';

const MAX_BINS = 500;
const MAX_POINTS = 10_000;
const MAX_VALUES = 1_000;
const STEPS: Record<string, string> = { quarter: '3 months' };

/** Equal parts from the least to the greatest value, which belongs to the last; equal values are one part. */
export function histogramMeasure(request: MeasureRequest, opened: MeasuredRows, place: string): TableMeasure {
  const { column: name, bins = 20 } = request;
  if (bins < 1 || bins > MAX_BINS)
    throw badValue(`${place}.bins`, `must be a whole number from 1 to ${MAX_BINS}.`);
  const { sql } = numeric(name, opened.scope, `${place}.column`);
  const text = `WITH f AS (SELECT ${finite(sql)} AS v ${opened.rows}), b AS (SELECT min(v) AS lo, max(v) AS hi FROM f)
    SELECT CASE WHEN v IS NULL THEN NULL WHEN lo = hi THEN 1 ELSE least(width_bucket(v, lo, hi, ${bins}), ${bins}) END,
      count(*), lo, hi FROM f CROSS JOIN b GROUP BY 1, lo, hi ORDER BY 1`;
  return {
    statement: { text, values: opened.parameters.values },
    toAnswer(rows) {
      const [lo, hi] = [rows[0]?.[2] ?? null, rows[0]?.[3] ?? null];
      const counts = new Map(rows.map(([bin, count]) => [bin, Number(count)]));
      const leftOut = counts.get(null) ?? 0;
      if (lo === null) return { kind: 'histogram', column: name!, bins: [], left_out: leftOut };
      const [from, to] = [Number(lo), Number(hi)];
      const parts = from === to ? 1 : bins;
      const edge = (i: number) => (i === parts ? to : from + (i * (to - from)) / parts);
      const listed = Array.from({ length: parts }, (_part, i) => ({
        from: edge(i),
        to: edge(i + 1),
        count: counts.get(String(i + 1)) ?? 0,
      }));
      return { kind: 'histogram', column: name!, bins: listed, left_out: leftOut };
    },
  };
}

/** Counts by unit of local time, empty ones too: local days have 23 and 25 hours where they do. */
export function timeSeriesMeasure(
  request: MeasureRequest,
  opened: MeasuredRows,
  place: string,
): TableMeasure {
  const { column: name, unit = 'day', fn, value } = request;
  const { scope, rows, parameters } = opened;
  const { sql, column } = comparable(name, scope, place);
  if (!isTemporal(column.family))
    throw badPlace(`${place}.column`, `takes dates and times, and "${name}" is ${column.type}.`);
  if (!UNITS.includes(unit)) throw unknownWord(`${place}.unit`, 'unit', unit, UNITS);
  if (column.family === 'date' && unit === 'hour') throw badPlace(`${place}.unit`, 'a date has no hours.');
  const zone =
    request.time_zone === undefined ? opened.timeZone : readTimeZone(request.time_zone, `${place}.time_zone`);
  const zoneText = column.family === 'timestamptz' ? parameters.bind(zone, 'pg_catalog.text') : null;
  // An hour is an hour of the clock of the world: two of them have the same local name once a year.
  const isInstant = zoneText !== null && unit === 'hour';
  const local = zoneText === null ? `${sql}::timestamp` : `(${sql} AT TIME ZONE ${zoneText})`;
  const start = isInstant ? `date_trunc('hour', ${sql}, ${zoneText})` : `date_trunc('${unit}', ${local})`;
  const written = zoneText === null || isInstant ? 's.t' : `(s.t AT TIME ZONE ${zoneText})`;
  const shown = column.family === 'date' ? `${written}::date` : written;
  const aggregate =
    fn === undefined
      ? null
      : compileAggregate({ fn, ...(value === undefined ? {} : { column: value }) }, 'value', {
          scope,
          place,
        });
  const text = `WITH f AS (
      SELECT ${start} AS t, count(*) AS n, ${aggregate?.sql ?? 'NULL'} AS v ${and(rows, `isfinite(${sql})`)} GROUP BY 1
    ), b AS (SELECT min(t) AS lo, max(t) AS hi FROM f)
    SELECT ${shown}, coalesce(f.n, 0), f.v
    FROM b CROSS JOIN LATERAL generate_series(b.lo, b.hi, interval '${STEPS[unit] ?? `1 ${unit}`}') AS s (t)
      LEFT JOIN f ON f.t = s.t ORDER BY s.t LIMIT ${MAX_POINTS + 1}`;
  const [decodeTime, decodeValue] = [
    decoderOf(column.family),
    decoderOf(aggregate?.column.family ?? 'integer'),
  ];
  return {
    statement: { text, values: parameters.values },
    toAnswer: (points) => ({
      kind: 'time_series',
      column: name!,
      truncated: points.length > MAX_POINTS,
      points: points.slice(0, MAX_POINTS).map(([at, count, v]) => ({
        at: decodeTime(at!),
        count: Number(count),
        ...(aggregate ? { value: v == null ? null : decodeValue(v) } : {}),
      })),
    }),
  };
}

/** The most frequent values; with `other` and `nulls` the counts add up to `rows`. */
export function topMeasure(request: MeasureRequest, opened: MeasuredRows, place: string): TableMeasure {
  const { column: name, limit = 10 } = request;
  if (limit < 1 || limit > MAX_VALUES)
    throw badValue(`${place}.limit`, `must be a whole number from 1 to ${MAX_VALUES}.`);
  const { sql, column } = comparable(name, opened.scope, place);
  const text = `WITH g AS (SELECT ${sql} AS v, count(*) AS n ${opened.rows} GROUP BY 1)
    SELECT t.v, t.n, a.total, a.nulls, a.kinds
    FROM (SELECT coalesce(sum(n), 0) AS total, coalesce(sum(n) FILTER (WHERE v IS NULL), 0) AS nulls, count(v) AS kinds FROM g) AS a
      LEFT JOIN LATERAL (SELECT v, n FROM g WHERE v IS NOT NULL ORDER BY n DESC, v LIMIT ${limit}) AS t ON true
    ORDER BY t.n DESC, t.v`;
  const decode = decoderOf(column.family);
  return {
    statement: { text, values: opened.parameters.values },
    toAnswer(rows) {
      const [, , total, nulls, kinds] = rows[0]!;
      const values = rows.flatMap(([v, n]) => (v == null ? [] : [{ value: decode(v), count: Number(n) }]));
      const counted = values.reduce((sum, { count }) => sum + count, 0);
      const [all, empty] = [Number(total), Number(nulls)];
      return {
        kind: 'top',
        column: name!,
        rows: all,
        values,
        nulls: empty,
        other: all - empty - counted,
        distinct: Number(kinds),
      };
    },
  };
}

/** `rows` always ends in a condition. */
function and(rows: string, condition: string): string {
  return `${rows} AND ${condition}`;
}
