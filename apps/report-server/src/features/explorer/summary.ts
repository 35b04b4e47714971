import type { ReportServerSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';
import { isComparable } from '../catalogue/families.ts';
import type { Column } from '../catalogue/types.ts';
import type { Read } from '../datasources/read.ts';
import { decodeJson, decoderOf } from '../query/decode.ts';
import { compileAggregate } from '../query/aggregates.ts';
import { compileFilter } from '../query/filter.ts';
import { createParameters } from '../query/parameters.ts';
import type { ReadRunner } from '../query/run-read.ts';
import type { QueryOptions, QueryService } from '../query/service.ts';
import { compileFrom, scopeOf } from '../query/source.ts';
import type { Source } from '../query/types.ts';
import { extremes } from './statistics/scalars.ts';

/** Counting distinct values sorts them; of larger tables the statistics of the database tell. */
const COUNTED_ROWS = 1_000_000;
const MAX_COLUMNS = 100;

const STATISTICS = `SELECT attname AS name, n_distinct FROM pg_stats WHERE schemaname = $1 AND tablename = $2`;

type SummaryRequest = ReportServerSchemas['SummaryRequest'];
type ColumnSummary = ReportServerSchemas['ColumnSummary'];

/** Rows, and of each column nulls, distinct values, extremes or extent, in one scan. */
export function createSummaryReader({ queries, runner }: { queries: QueryService; runner: ReadRunner }) {
  return async function readSummary(
    actor: Actor,
    request: SummaryRequest,
    options: QueryOptions = {},
  ): Promise<string> {
    const started = performance.now();
    const opened = await queries.openTable(actor, request, options);
    const { table, restrictions } = opened.source;
    const isWhole = request.filter === undefined && restrictions.length === 0;
    const countsDistinct = !isWhole || (table.estimatedRows ?? 0) <= COUNTED_ROWS;
    const { statement, columns } = compileSummary(opened.source, request, countsDistinct);
    const text = await runner.runCached(opened, [statement], {
      kind: 'summary',
      signal: options.signal,
      work: async (read) => {
        const [row] = await read.texts(statement);
        const rows = Number(row![0]);
        const known = countsDistinct ? null : await readDistinct(read, opened.source, rows);
        const summaries = columns.map((column, i) =>
          toSummary(column, { texts: row!.slice(1 + 5 * i, 6 + 5 * i), rows, known }),
        );
        return JSON.stringify({ rows, columns: summaries });
      },
    });
    return `${text.slice(0, -1)},"elapsed_ms":${Math.round(performance.now() - started)}}`;
  };
}

function compileSummary(source: Source, request: SummaryRequest, countsDistinct: boolean) {
  const parameters = createParameters();
  const scope = scopeOf(source, parameters);
  const from = compileFrom(source, parameters);
  const where = request.filter === undefined ? '' : ` WHERE ${compileFilter(request.filter, scope)}`;
  const names = request.columns ?? source.table.columns.slice(0, MAX_COLUMNS).map(({ name }) => name);
  const operands = names.map((name, i) => scope.resolve(name, `columns[${i}]`));
  const expressions = operands.flatMap(({ sql, column }, i) => {
    const present = `count(${sql})`;
    if (column.geometry) {
      const known = column.geometry.srid > 0;
      const aggregate = { fn: 'extent' as const, column: column.name };
      const extent = known
        ? compileAggregate(aggregate, 'extent', { scope, place: `columns[${i}]` }).sql
        : 'NULL';
      return [present, 'NULL', 'NULL', 'NULL', extent];
    }
    if (!isComparable(column.family)) return [present, 'NULL', 'NULL', 'NULL', 'NULL'];
    const { least, most } = extremes({ sql, column });
    return [present, countsDistinct ? `count(DISTINCT ${sql})` : 'NULL', least, most, 'NULL'];
  });
  const text = `SELECT ${['count(*)', ...expressions].join(', ')} FROM ${from}${where}`;
  return { statement: { text, values: parameters.values }, columns: operands.map(({ column }) => column) };
}

interface SummaryContext {
  texts: (string | null)[];
  rows: number;
  known: Map<string, number> | null;
}

function toSummary(column: Column, { texts, rows, known }: SummaryContext): ColumnSummary {
  const [present, distinct, least, most, extent] = texts;
  const decode = decoderOf(column.family);
  const estimated = known?.get(column.name) ?? null;
  return {
    name: column.name,
    family: column.family,
    nulls: rows - Number(present),
    distinct: distinct == null ? estimated : Number(distinct),
    distinct_kind: distinct == null ? (estimated === null ? null : 'estimate') : 'exact',
    min: least == null ? null : decode(least),
    max: most == null ? null : decode(most),
    extent_wgs84: extent == null ? null : (decodeJson(extent) as number[]),
  };
}

/** A negative number is a share of the rows (pg_stats). */
async function readDistinct(read: Read, { table }: Source, rows: number): Promise<Map<string, number>> {
  const found = await read.rows<{ name: string; n_distinct: number }>({
    text: STATISTICS,
    values: [table.schema, table.name],
  });
  return new Map(found.map(({ name, n_distinct: n }) => [name, Math.round(n < 0 ? -n * rows : n)]));
}
