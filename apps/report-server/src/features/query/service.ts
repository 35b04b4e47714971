import type { Actor, SecretBox } from '@cairn/service';
import { findTable } from '../catalogue/find-table.ts';
import type { Catalogues } from '../catalogue/snapshots.ts';
import type { DatasourceService } from '../datasources/service.ts';
import type { Statement } from '../datasources/read.ts';
import { compileCount, compileSelect } from './compile-select.ts';
import { estimate } from './cost.ts';
import { hashQuery, openCursor, sealCursor } from './cursor.ts';
import type { OpenedSource, ReadRunner } from './run-read.ts';
import { hideColumns, tableSource } from './source.ts';
import { readTimeZone } from './time-zone.ts';
import type { CompiledSelect, QueryRequest, Restriction } from './types.ts';

export interface TableName {
  datasource: string;
  schema: string;
  table: string;
}

interface QueryDeps {
  datasources: Pick<DatasourceService, 'requireReadable'>;
  catalogues: Catalogues;
  runner: ReadRunner;
  secretBox: SecretBox;
  /** The row policies of a table for a person. */
  findRestrictions(
    datasourceId: number,
    table: Omit<TableName, 'datasource'>,
    actor: Actor,
  ): Promise<Restriction[]>;
}

export interface QueryOptions {
  signal?: AbortSignal | undefined;
  /** Filter of an embed token, which holds in every read below the person's own. */
  tokenFilter?: unknown;
  /** Columns that cannot be named; restrictions still may. */
  hidden?: readonly string[];
}

export type QueryService = ReturnType<typeof createQueryService>;

/** Reads of tables by people: what they may open, and pages of rows. */
export function createQueryService({
  datasources,
  catalogues,
  runner,
  secretBox,
  findRestrictions,
}: QueryDeps) {
  /**
   * A table that the actor may read, with all that narrows its rows.
   * @throws {AppError} not_found, in the same words when datasource or table are missing or forbidden
   */
  async function openTable(actor: Actor, name: TableName, options: QueryOptions = {}): Promise<OpenedSource> {
    const datasource = await datasources.requireReadable(actor, name.datasource);
    return openTableOf({ actor, datasource }, name, options);
  }

  /** The same in a datasource whose right was checked. */
  async function openTableOf(
    { actor, datasource }: Pick<OpenedSource, 'actor' | 'datasource'>,
    name: Omit<TableName, 'datasource'>,
    { tokenFilter, hidden = [] }: QueryOptions = {},
  ): Promise<OpenedSource> {
    const [catalogue, policies] = await Promise.all([
      catalogues.of(datasource),
      findRestrictions(datasource.id, name, actor),
    ]);
    const table = findTable(catalogue, name);
    const token: Restriction[] = tokenFilter === undefined ? [] : [{ anyOf: [tokenFilter], origin: 'token' }];
    const rest = { postgisSchema: catalogue.postgisSchema, restrictions: [...policies, ...token] };
    return { actor, datasource, source: hideColumns(tableSource(table, rest), hidden) };
  }

  /** A page of rows or groups, as the JSON of the answer. */
  async function queryOpened(
    opened: OpenedSource,
    request: Omit<QueryRequest, keyof TableName>,
    options: QueryOptions = {},
  ): Promise<string> {
    const started = performance.now();
    const { cursor, limit: _limit, count: asked = 'none', ...identity } = request;
    // The statistics behind an estimate tell of rows that a policy hides.
    const count = asked === 'estimate' && opened.source.restrictions.length > 0 ? 'exact' : asked;
    const hash = hashQuery([opened.datasource.id, identity]);
    const after = cursor === undefined ? null : openCursor(secretBox, hash, cursor);
    const timeZone = readTimeZone(request.time_zone);
    const compiled = compileSelect(opened.source, request, { timeZone, after });
    const counting = count === 'none' ? null : compileCount(opened.source, request, { timeZone });
    const statements: Statement[] = [compiled, ...(counting && count === 'exact' ? [counting] : [])];
    const text = await runner.runCached(opened, statements, {
      kind: `query ${count} ${hash}`,
      timeZone,
      signal: options.signal,
      work: async (read) => {
        const rows = await read.texts(compiled);
        const total = !counting
          ? null
          : count === 'exact'
            ? Number((await read.texts(counting))[0]![0])
            : (await estimate(read, { text: counting.rowsText, values: counting.values })).rows;
        return answerOf(compiled, rows, {
          total,
          kind: count,
          seal: (values) => sealCursor(secretBox, hash, values),
        });
      },
    });
    return `${text.slice(0, -1)},"elapsed_ms":${Math.round(performance.now() - started)}}`;
  }

  return {
    openTable,
    openTableOf,
    queryOpened,

    /** The same of a table. */
    async query(actor: Actor, request: QueryRequest, options: QueryOptions = {}): Promise<string> {
      return queryOpened(await openTable(actor, request, options), request, options);
    },
  };
}

interface AnswerContext {
  total: number | null;
  kind: 'none' | 'estimate' | 'exact';
  seal(values: (string | null)[]): string;
}

function answerOf(
  compiled: CompiledSelect,
  rows: (string | null)[][],
  { total, kind, seal }: AnswerContext,
): string {
  const { columns, limit, keyset } = compiled;
  const truncated = rows.length > limit;
  const shown = truncated ? rows.slice(0, limit) : rows;
  const last = shown.at(-1);
  return JSON.stringify({
    columns: columns.map(({ name, type, label }) => ({ name, type, label })),
    rows: shown.map((row) => decodeRow(compiled, row)),
    truncated,
    next_cursor: truncated && keyset && last ? seal(keyset.at.map((i) => last[i]!)) : null,
    total,
    total_kind: total === null ? null : kind,
    warnings: compiled.warnings,
  });
}

/** A row of texts as the object of an answer. */
export function decodeRow(
  { columns }: Pick<CompiledSelect, 'columns'>,
  row: (string | null)[],
): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, decode }, i) => {
      const text = row[i] ?? null;
      return [name, text === null ? null : decode(text)];
    }),
  );
}
