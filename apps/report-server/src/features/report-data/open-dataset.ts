import { compileSql } from '@cairn/report-engine';
import type { Template, Value } from '@cairn/report-engine';
import { badRequest } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { arrayText } from '../catalogue/server-queries.ts';
import type { Catalogues } from '../catalogue/snapshots.ts';
import type { Table } from '../catalogue/types.ts';
import type { Sessions } from '../datasources/sessions.ts';
import type { SealedDatasource } from '../datasources/types.ts';
import { datasetFailed } from '../executions/render/dataset-errors.ts';
import type { Parameters } from '../query/parameters.ts';
import type { OpenedSource } from '../query/run-read.ts';
import type { QueryService } from '../query/service.ts';
import { describeColumns } from './describe-columns.ts';

export interface DatasetDeps {
  sessions: Sessions;
  catalogues: Catalogues;
  queries: Pick<QueryService, 'openTableOf'>;
  /** @throws {AppError} forbidden where row policies concern the caller, which SQL of a person cannot have attached */
  allowSql(actor: Actor, datasource: SealedDatasource): Promise<void>;
}

export interface DatasetRun {
  report: string;
  template: Template;
  /** Name of the dataset; the main one when left out. */
  dataset: string | undefined;
  datasource: SealedDatasource;
  values: Readonly<Record<string, Value>>;
  timeZone: string;
  signal?: AbortSignal | undefined;
}

/**
 * A dataset of a report as a source of the query compiler: its table with its filter, or its SQL as the item of FROM, with its own
 * bound parameters.
 * @throws {AppError} not_found, forbidden; bad_request for SQL that the database refuses
 */
export async function openDataset(deps: DatasetDeps, actor: Actor, run: DatasetRun): Promise<OpenedSource> {
  const { template, datasource } = run;
  const dataset = template.datasets.find(({ name }) => run.dataset === undefined || name === run.dataset);
  if (!dataset?.sql && !dataset?.table) {
    throw badRequest('report-server.no_dataset', `The report "${run.report}" reads no data.`);
  }
  if (dataset.table) return openTableDataset(deps, actor, { datasource, table: dataset.table });
  await deps.allowSql(actor, datasource);
  return openSqlDataset(deps, actor, { ...run, name: dataset.name, sql: dataset.sql! });
}

async function openTableDataset(
  { queries }: DatasetDeps,
  actor: Actor,
  {
    datasource,
    table,
  }: { datasource: SealedDatasource; table: NonNullable<Template['datasets'][number]['table']> },
): Promise<OpenedSource> {
  const opened = await queries.openTableOf(
    { actor, datasource },
    { schema: table.schema, table: table.table },
  );
  if (table.filter === undefined) return opened;
  const { source } = opened;
  const own = { anyOf: [table.filter], origin: 'token' as const };
  return { ...opened, source: { ...source, restrictions: [...source.restrictions, own] } };
}

async function openSqlDataset(
  { sessions, catalogues }: DatasetDeps,
  actor: Actor,
  {
    report,
    name,
    sql,
    datasource,
    template,
    values,
    timeZone,
    signal,
  }: DatasetRun & { name: string; sql: string },
): Promise<OpenedSource> {
  const { tables, postgisSchema } = await catalogues.of(datasource);
  const { parameters } = template;
  const compiled = compileSql(sql, { parameters, values });
  // Names of the SQL are looked up as in a run of the report.
  const known = [...new Set(['public', ...tables.map(({ schema }) => schema)])];
  const schemas = datasource.schemas.length > 0 ? datasource.schemas : known;
  const searchPath = [...new Set([...schemas, ...(postgisSchema === null ? [] : [postgisSchema])])];
  const reading = { isPersonsSql: true, searchPath };
  const statement = { text: compiled.text, values: compiled.values.map(toText), postgisSchema };
  const columns = await sessions
    .openRead(datasource, actor, (read) => describeColumns(read, statement), { ...reading, timeZone, signal })
    .catch((error: unknown) => {
      throw datasetFailed(`dataset "${name}"`, error);
    });
  const table: Table = {
    ...{ schema: 'report', name: report, kind: 'view', comment: null, columns, primaryKey: [] },
    ...{ estimatedRows: null, dependsOnPerson: true, isQuery: true },
  };
  const from = (bound: Parameters): string => {
    const { text, values: own } = compileSql(sql, { parameters, values, offset: bound.values.length });
    bound.values.push(...own.map(toText));
    return `(\n${text}\n)`;
  };
  return { actor, datasource, reading, source: { table, from, postgisSchema, restrictions: [] } };
}

function toText(value: string | null | (string | null)[]): string | null {
  return Array.isArray(value) ? arrayText(value) : value;
}
