import { compileSql, namesInStatement } from '@cairn/report-engine';
import { AppError, createFairSemaphore } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { DatasourceService } from '../datasources/service.ts';
import { chooseOptions, readOptions } from './read-options.ts';
import type { ParameterDeps } from './service.ts';
import type { Option } from './types.ts';

const MAX_OPTIONS = 1_000;
const WAIT_MS = 10_000;
/** Sessions at once: each statement has one of its own. */
const LIMITS = {
  ...{ limit: 6, perPerson: 3 },
  busy: {
    code: 'report-server.options_busy',
    message: 'Too many lists of options are read. Try again in a moment.',
  },
};
/** What is wrong with a statement; other failures are those of its database. */
const OF_STATEMENT = new Set([
  ...['report-engine.statement_invalid', 'report-server.query_refused', 'report-server.query_forbidden'],
  ...['report-server.query_too_slow', 'report-server.row_too_large', 'report-server.rows_too_large'],
]);

export interface StatementOptionsRequest {
  /** Key of the datasource. */
  datasource: string;
  /** One statement with `:name` for values. */
  sql: string;
  values: Readonly<Record<string, string | readonly string[]>>;
}

interface Deps extends Pick<ParameterDeps, 'connect' | 'allowSql'> {
  datasources: Pick<DatasourceService, 'requireEnabled'>;
}

export type StatementOptions = ReturnType<typeof createStatementOptions>;

/** Options of statements that another service keeps in its definitions of reports. */
export function createStatementOptions({ datasources, connect, allowSql }: Deps) {
  const places = createFairSemaphore(LIMITS);
  return {
    /**
     * The person needs no right on the datasource: like those of a report, the options are read through the definition that the other
     * service keeps. Row policies of the person count.
     * @throws {AppError} not_found for the datasource; unprocessable for the statement, with `needs` where only values are missing
     */
    async read(
      actor: Actor,
      { datasource: key, sql, values }: StatementOptionsRequest,
    ): Promise<{ options: Option[]; truncated: boolean }> {
      const datasource = await datasources.requireEnabled(key);
      try {
        const statement = compileStatement(sql, values);
        await allowSql(actor, datasource);
        const connection = { ...(await connect(actor, datasource)), timeZone: 'UTC' };
        return await places.run(
          () =>
            chooseOptions(readOptions(connection, { subject: 'options', ...statement }), {
              limit: MAX_OPTIONS,
            }),
          { waitMs: WAIT_MS },
        );
      } catch (error) {
        throw ofStatement(error);
      }
    },
  };
}

/** @throws {AppError} unprocessable with `needs` when values are missing */
function compileStatement(sql: string, values: StatementOptionsRequest['values']) {
  const names = namesInStatement(sql);
  const given = new Map(Object.entries(values).filter(([, value]) => value.length > 0));
  const needs = names.filter(({ name, isOptional }) => !isOptional && !given.has(name));
  if (needs.length > 0) throw valuesMissing(needs.map(({ name }) => name));
  const parameters = names.map(({ name }) => ({
    name,
    type: Array.isArray(given.get(name)) ? ('list<text>' as const) : ('text' as const),
  }));
  return compileSql(sql, { parameters, values: Object.fromEntries(given), named: true, untyped: true });
}

function valuesMissing(needs: string[]): AppError {
  const names = needs.map((name) => `"${name}"`).join(', ');
  return new AppError({
    kind: 'unprocessable',
    code: 'report-server.options_need_values',
    message: `Choose ${names} first: the options depend on ${needs.length === 1 ? 'it' : 'them'}.`,
    answer: { needs },
  });
}

function ofStatement(error: unknown): unknown {
  if (!(error instanceof AppError) || !OF_STATEMENT.has(error.code)) return error;
  const { code, message, cause } = error;
  return new AppError({ kind: 'unprocessable', code, message, cause });
}
