import { finite } from '../../query/buckets.ts';
import { badValue, unknownWord } from '../../query/errors.ts';
import { naturalBreaks } from './natural-breaks.ts';
import { numeric } from './scalars.ts';
import type { MeasuredRows, MeasureRequest, TableMeasure } from './types.ts';

const METHODS = ['quantile', 'equal', 'jenks'];
const MAX_CLASSES = 12;
/** Values from which natural breaks are computed: every n-th in order, with the least and the greatest. */
const MAX_SAMPLE = 10_000;

/** Classes of a number for a legend, of all rows of the filter and not of what a map shows. */
export function classesMeasure(request: MeasureRequest, opened: MeasuredRows, place: string): TableMeasure {
  const { column: name, method = 'quantile', count = 5 } = request;
  if (!METHODS.includes(method)) throw unknownWord(`${place}.method`, 'method', method, METHODS);
  if (count < 2 || count > MAX_CLASSES)
    throw badValue(`${place}.count`, `must be a whole number from 2 to ${MAX_CLASSES}.`);
  const { sql } = numeric(name, opened.scope, `${place}.column`);
  const values = `SELECT ${finite(sql)} AS v ${opened.rows}`;
  const toAnswer = (least: number | null, edges: number[]) => {
    const distinct = [...new Set(edges)];
    const classes = distinct.map((to, i) => ({ from: i === 0 ? least! : distinct[i - 1]!, to }));
    return { kind: 'classes' as const, column: name!, method, classes };
  };
  if (method === 'jenks') {
    const text = `WITH f AS (SELECT v, row_number() OVER (ORDER BY v) AS r, count(*) OVER () AS c FROM (${values}) AS a WHERE v IS NOT NULL)
      SELECT v FROM f WHERE (r - 1) % greatest(ceil(c / ${MAX_SAMPLE - 1}.0)::int8, 1) = 0 OR r = c ORDER BY v`;
    return {
      statement: { text, values: opened.parameters.values },
      toAnswer(rows) {
        const numbers = rows.map(([v]) => Number(v));
        return toAnswer(numbers[0] ?? null, naturalBreaks(numbers, count));
      },
    };
  }
  const shares = Array.from({ length: count }, (_class, i) => (i + 1) / count);
  const edges =
    method === 'quantile'
      ? `percentile_cont(ARRAY[${shares.join(', ')}]::pg_catalog.float8[]) WITHIN GROUP (ORDER BY v)`
      : `ARRAY[${shares.map((share) => `min(v) + (max(v) - min(v)) * ${share}`).join(', ')}]`;
  return {
    statement: {
      text: `SELECT min(v), pg_catalog.to_json(${edges}) FROM (${values}) AS a`,
      values: opened.parameters.values,
    },
    toAnswer([row]) {
      const [least, texts] = row!;
      return least == null || texts == null
        ? toAnswer(null, [])
        : toAnswer(Number(least), JSON.parse(texts) as number[]);
    },
  };
}
