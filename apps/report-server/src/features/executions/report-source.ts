import type { Template } from '@cairn/report-engine';
import { ident } from '@cairn/db';
import type { Storage } from '@cairn/files';
import { forbidden } from '@cairn/service';
import type { Actor, SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { findColumn } from '../catalogue/find-table.ts';
import type { Catalogues } from '../catalogue/snapshots.ts';
import { resolveHost } from '../datasources/fields.ts';
import type { DatasourceService } from '../datasources/service.ts';
import { addressOf } from '../datasources/sessions.ts';
import type { Sessions } from '../datasources/sessions.ts';
import type { SealedDatasource } from '../datasources/types.ts';
import { compileFilter } from '../query/filter.ts';
import { createParameters } from '../query/parameters.ts';
import type { QueryService } from '../query/service.ts';
import { compileFrom, scopeOf } from '../query/source.ts';
import { listAssets } from '../reports/assets/repo.ts';
import type { ReportService } from '../reports/service.ts';
import type { OpenReport } from '../reports/types.ts';
import { listPolicies } from '../row-policies/repo.ts';
import { refuseNetworkFunctions } from './network-functions.ts';
import { chooseDatasource } from './prepare-run.ts';
import type { RunnableReport } from './prepare-run.ts';
import type { DatasetConnection } from './render/dataset-rows.ts';

export interface ReportSourceDeps {
  db: Db;
  reports: Pick<ReportService, 'open' | 'openIncluded'>;
  datasources: Pick<DatasourceService, 'requireReadable' | 'requireEnabled'>;
  sessions: Sessions;
  catalogues: Catalogues;
  queries: QueryService;
  secretBox: SecretBox;
  storage: Pick<Storage, 'path'>;
  allowedNetworks: string[];
}

/** Reports and their datasources as one person may use them. */
export function createReportSource(deps: ReportSourceDeps) {
  const { db, reports, datasources, sessions, catalogues, queries, secretBox, storage } = deps;

  async function toRunnable({
    report,
    version,
  }: Pick<OpenReport, 'report' | 'version'>): Promise<RunnableReport> {
    const assets = await listAssets(db, report.id);
    return {
      ...report,
      isSaved: true,
      version: version.number,
      template: version.template,
      assets: Object.fromEntries(assets.map(({ name, object }) => [name, storage.path(object)])),
    };
  }

  return {
    /** @throws {AppError} not_found; forbidden */
    openReport: async (actor: Actor, key: string): Promise<RunnableReport> =>
      toRunnable(await reports.open(actor, key)),

    /** A report that another one includes. @throws {AppError} not_found; forbidden */
    async openIncluded(actor: Actor, { id, partOf }: RunnableReport, key: string): Promise<RunnableReport> {
      return toRunnable(await reports.openIncluded(actor, { key, main: partOf ?? id }));
    },

    /**
     * The datasource of a run. A person who may view a report reads the one it was made for through the report; only a person who may view
     * that datasource could save the template. Another one needs the caller's own right.
     * @throws {AppError} forbidden for one that the report does not allow; not_found
     */
    async openDatasource(
      actor: Actor,
      report: RunnableReport,
      wanted: string | null,
    ): Promise<SealedDatasource | null> {
      const key = chooseDatasource(report, wanted);
      if (key === null) return null;
      const isThroughReport = report.isSaved && key === report.datasource;
      return isThroughReport ? datasources.requireEnabled(key) : datasources.requireReadable(actor, key);
    },

    /** How a datasource is read for the caller. @throws {AppError} unavailable */
    async connect(actor: Actor, datasource: SealedDatasource): Promise<Omit<DatasetConnection, 'timeZone'>> {
      // Also checks that the login has not become powerful, and that the database is not the platform's own.
      await sessions.openRead(datasource, actor, async () => undefined);
      const { tables, postgisSchema } = await catalogues.of(datasource);
      const schemas = new Set(tables.map(({ schema }) => schema));
      return {
        address: addressOf(datasource, secretBox),
        at: await resolveHost(datasource.host, deps.allowedNetworks),
        statementTimeoutMs: datasource.statementTimeoutMs,
        schemas:
          datasource.schemas.length > 0
            ? datasource.schemas
            : ['public', ...schemas].filter((name) => schemas.has(name)),
        postgisSchema,
        userId: String(actor.id ?? ''),
        groups: actor.groupIds.join(','),
      };
    },

    /** The statements of the datasets that are tables, with the row policies of the caller. */
    async compileTables(
      actor: Actor,
      datasource: SealedDatasource,
      { datasets }: Pick<Template, 'datasets'>,
    ) {
      const compiled: Record<string, { text: string; values: readonly unknown[] }> = {};
      for (const { name, table, order = [] } of datasets) {
        if (!table) continue;
        const { source } = await queries.openTableOf(
          { actor, datasource },
          { schema: table.schema, table: table.table },
        );
        const parameters = createParameters();
        const place = `datasets.${name}`;
        const columns = (table.columns ?? source.table.columns.map((column) => column.name)).map(
          (column, i) => findColumn(source.table, column, `${place}.table.columns[${i}]`),
        );
        for (const [i, { column }] of order.entries())
          findColumn(source.table, column, `${place}.order[${i}]`);
        const from = compileFrom(source, parameters);
        const where =
          table.filter === undefined
            ? ''
            : ` WHERE ${compileFilter(table.filter, scopeOf(source, parameters), `${place}.table.filter`)}`;
        const list = columns.map((column) => `q.${ident(column.name)}`).join(', ');
        compiled[name] = { text: `SELECT ${list} FROM ${from}${where}`, values: parameters.values };
      }
      return compiled;
    },

    /**
     * Row policies cannot be attached to SQL that a person wrote, so where there are any it is for administrators only.
     * @throws {AppError} forbidden
     */
    async allowSql(actor: Actor, datasource: SealedDatasource): Promise<void> {
      const { id, title } = datasource;
      if (!actor.isAdmin && (await listPolicies(db, id)).length > 0) {
        throw forbidden(
          'report-server.sql_beside_policies',
          `"${title}" has row policies, which cannot limit the SQL of a report. Use a table as its dataset, or row security in the database.`,
        );
      }
      await sessions.openRead(datasource, actor, (read) => refuseNetworkFunctions(read, title));
    },
  };
}
