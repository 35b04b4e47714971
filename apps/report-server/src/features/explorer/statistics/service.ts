import type { ReportServerSchemas } from '@cairn/contracts';
import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Statement } from '../../datasources/read.ts';
import { badPlace, unknownWord } from '../../query/errors.ts';
import { compileFilter } from '../../query/filter.ts';
import { createParameters } from '../../query/parameters.ts';
import type { OpenedSource, ReadRunner } from '../../query/run-read.ts';
import type { QueryOptions, QueryService } from '../../query/service.ts';
import { compileFrom, scopeOf } from '../../query/source.ts';
import { readTimeZone } from '../../query/time-zone.ts';
import { classesMeasure } from './classes.ts';
import { histogramMeasure, timeSeriesMeasure, topMeasure } from './distributions.ts';
import { correlationMeasure, describeMeasure, quantilesMeasure } from './scalars.ts';
import type { MeasureAnswer, MeasuredRows, MeasureRequest, ScalarMeasure, TableMeasure } from './types.ts';

/** Larger tables are sampled, and so are those that take longer. */
const EXACT_ROWS = 1_000_000;
const EXACT_MS = 5_000;
const MAX_MEASURES = 50;
const TOO_SLOW = 'report-server.query_too_slow';

const SCALARS = { describe: describeMeasure, quantiles: quantilesMeasure, correlation: correlationMeasure };
const TABLES = {
  histogram: histogramMeasure,
  time_series: timeSeriesMeasure,
  top: topMeasure,
  classes: classesMeasure,
};
const KINDS = [...Object.keys(SCALARS), ...Object.keys(TABLES)];

export type StatisticsRequest = ReportServerSchemas['StatisticsRequest'];

interface StatisticsDeps {
  queries: QueryService;
  runner: ReadRunner;
  /** Time that exact statistics may take before a sample takes their place. */
  exactMs?: number;
}

/** Statistics of the rows of a filter, exact or from a sample that the answer names. */
export function createStatisticsReader({ queries, runner, exactMs = EXACT_MS }: StatisticsDeps) {
  async function read(
    opened: OpenedSource,
    request: StatisticsRequest,
    options: ReadOptions,
  ): Promise<string> {
    const { plan, statements } = compileStatistics(opened, request, options.share);
    return runner.runCached(opened, statements, {
      kind: 'statistics',
      timeZone: readTimeZone(request.time_zone),
      signal: options.signal,
      statementTimeoutMs: options.timeoutMs,
      work: async (reading) => {
        const results: (string | null)[][][] = [];
        for (const statement of statements) results.push(await reading.texts(statement));
        const sampled = options.share !== null;
        return JSON.stringify({
          measures: plan(results),
          sampled,
          fraction: options.share === null ? 1 : options.share / 100,
        });
      },
    });
  }

  return async function readStatistics(
    actor: Actor,
    request: StatisticsRequest,
    options: QueryOptions = {},
  ): Promise<string> {
    const started = performance.now();
    const opened = await queries.openTable(actor, request, options);
    const { kind, estimatedRows } = opened.source.table;
    const maySample = request.sample !== false && (kind === 'table' || kind === 'materialized_view');
    const rows = estimatedRows ?? 0;
    const share = maySample && rows > EXACT_ROWS ? shareOf(rows) : null;
    const { signal } = options;
    const text = await read(opened, request, {
      ...{ signal, share },
      timeoutMs: maySample && share === null ? exactMs : undefined,
    }).catch((error: unknown) => {
      if (share !== null || !maySample || !(error instanceof AppError) || error.code !== TOO_SLOW)
        throw error;
      return read(opened, request, {
        signal,
        share: shareOf(Math.max(rows, EXACT_ROWS)),
        timeoutMs: undefined,
      });
    });
    return `${text.slice(0, -1)},"elapsed_ms":${Math.round(performance.now() - started)}}`;
  };
}

interface ReadOptions {
  signal: AbortSignal | undefined;
  /** Percent of the pages of the table; null for all. */
  share: number | null;
  timeoutMs: number | undefined;
}

/** A tenth of the exact rows. */
function shareOf(rows: number): number {
  return Number(Math.max((EXACT_ROWS / 10 / rows) * 100, 0.01).toFixed(4));
}

/** Scalar measures share the first statement; others have one each. */
function compileStatistics({ source }: OpenedSource, request: StatisticsRequest, share: number | null) {
  const { measures } = request;
  if (measures.length === 0 || measures.length > MAX_MEASURES) {
    throw badPlace('measures', `must be a list of 1 to ${MAX_MEASURES} measures.`);
  }
  const open = (): MeasuredRows => {
    const parameters = createParameters();
    const scope = scopeOf(source, parameters);
    const from = compileFrom(source, parameters, share ?? undefined);
    const filter = request.filter === undefined ? 'TRUE' : compileFilter(request.filter, scope);
    return {
      scope,
      parameters,
      rows: `FROM ${from} WHERE ${filter}`,
      timeZone: readTimeZone(request.time_zone),
    };
  };
  const shared = open();
  const compiled = measures.map((measure, i) =>
    compileMeasure(measure, { shared, open, place: `measures[${i}]` }),
  );
  const scalars = compiled.filter((each) => 'expressions' in each);
  const statements: Statement[] = [];
  if (scalars.length > 0) {
    const list = scalars.flatMap(({ expressions }) => expressions).join(', ');
    statements.push({ text: `SELECT ${list} ${shared.rows}`, values: shared.parameters.values });
  }
  for (const each of compiled) if ('statement' in each) statements.push(each.statement);
  const plan = (results: (string | null)[][][]): MeasureAnswer[] => {
    let [scalarAt, tableAt] = [0, scalars.length > 0 ? 1 : 0];
    return compiled.map((each) => {
      if ('statement' in each) return each.toAnswer(results[tableAt++]!);
      const texts = results[0]![0]!.slice(scalarAt, scalarAt + each.expressions.length);
      scalarAt += each.expressions.length;
      return each.toAnswer(texts);
    });
  };
  return { statements, plan };
}

interface MeasureContext {
  shared: MeasuredRows;
  open(): MeasuredRows;
  place: string;
}

function compileMeasure(
  measure: MeasureRequest,
  { shared, open, place }: MeasureContext,
): ScalarMeasure | TableMeasure {
  const { kind } = measure;
  if (Object.hasOwn(SCALARS, kind))
    return SCALARS[kind as keyof typeof SCALARS](measure, shared.scope, place);
  if (Object.hasOwn(TABLES, kind)) return TABLES[kind as keyof typeof TABLES](measure, open(), place);
  throw unknownWord(`${place}.kind`, 'measure', kind, KINDS);
}
