import { coerceParameters } from '@cairn/report-engine';
import type { ReportServerSchemas } from '@cairn/contracts';
import { badRequest } from '@cairn/service';
import type { Actor, SecretBox } from '@cairn/service';
import type { DatasourceService } from '../datasources/service.ts';
import type { SealedDatasource } from '../datasources/types.ts';
import { bindParameters, emptyBound } from '../executions/bind-parameters.ts';
import { externalEngineMissing } from '../executions/errors.ts';
import { chooseDatasource } from '../executions/prepare-run.ts';
import type { OptionsRun, RunnableReport } from '../executions/prepare-run.ts';
import { readReportKey } from '../executions/read-request.ts';
import { textsOfParams } from '../executions/read-params.ts';
import { elementsOf } from '../parameters/mapper.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';
import type { QueryService } from '../query/service.ts';
import { readTimeZone } from '../query/time-zone.ts';
import { readMapExtent } from './map-extent.ts';
import { fieldOf, mapsOf, readMap } from './maps.ts';
import { openDataset } from './open-dataset.ts';
import type { DatasetDeps } from './open-dataset.ts';
import { noSuchResult, openResult, RESULT_MS, sealResult } from './result-id.ts';
import type { ReportResult } from './result-id.ts';

type Schemas = ReportServerSchemas;

export interface ReportDataDeps extends DatasetDeps {
  secretBox: SecretBox;
  datasources: Pick<DatasourceService, 'requireReadable'>;
  queries: QueryService;
  runner: ReadRunner;
  /** @throws {AppError} not_found, forbidden */
  openReport(actor: Actor, key: string): Promise<RunnableReport>;
  /** The datasource of a run, which may be read through the report. @throws {AppError} not_found, forbidden */
  openDatasource(
    actor: Actor,
    report: RunnableReport,
    wanted: string | null,
  ): Promise<SealedDatasource | null>;
  /** @throws {AppError} bad_request for values beside the options of their parameters */
  checkOptions(actor: Actor, report: RunnableReport, run: OptionsRun): Promise<void>;
}

interface OpenOptions {
  report: RunnableReport;
  /** Where it is read; that of the result, which the caller needs the right to explore, when left out. */
  datasource?: SealedDatasource | undefined;
  /** Name of the dataset; the main one when left out. */
  dataset?: string | undefined;
  /** Parameters that a token binds, also with an empty value. */
  bound?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

export interface ReportSourceRequest {
  key: string;
  parameters: Record<string, string[]>;
  bound?: readonly string[];
  datasource?: string | undefined;
  timeZone?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface ReportMapsRequest {
  key: string;
  parameters: Record<string, string[]>;
  bound: readonly string[];
  datasource: string | null;
  timeZone: string | undefined;
  signal: AbortSignal;
}

export type ReportDataService = ReturnType<typeof createReportDataService>;

/** The rows of reports as sources for maps, charts and tables. */
export function createReportDataService(deps: ReportDataDeps) {
  const { secretBox, queries, runner } = deps;

  async function open(
    actor: Actor,
    result: ReportResult,
    { report, dataset, bound, signal, ...options }: OpenOptions,
  ): Promise<OpenedSource> {
    const { timeZone } = result;
    const datasource =
      options.datasource ?? (await deps.datasources.requireReadable(actor, result.datasource));
    const { template } = report;
    const settings = { locale: template.lang ?? 'en', timeZone, now: new Date(result.now) };
    const { values } = coerceParameters(bindParameters(template, bound), result.parameters, settings);
    await deps.checkOptions(actor, report, { values, settings, datasource });
    const run = { report: report.key, template, dataset, datasource, values, timeZone, signal };
    return openDataset(deps, actor, run);
  }

  /** What a request names, checked but not read. */
  async function begin(
    actor: Actor,
    key: string,
    more: {
      parameters: Record<string, string[]>;
      datasource?: string | undefined;
      timeZone?: string | undefined;
    },
  ): Promise<{ report: RunnableReport; result: ReportResult }> {
    const report = await deps.openReport(actor, readReportKey(key));
    if (report.engine === 'external') throw externalEngineMissing(report.key);
    const datasource = chooseDatasource(report, more.datasource ?? null);
    if (datasource === null) throw noDatasource(report.key);
    const result = {
      ...{ report: report.key, version: report.version, datasource, parameters: more.parameters },
      ...{ timeZone: readTimeZone(more.timeZone), now: Date.now(), person: actor.id },
    };
    return { report, result };
  }

  /** @throws {AppError} not_found for one that has expired, or whose report has changed since */
  async function resume(actor: Actor, id: string): Promise<{ report: RunnableReport; result: ReportResult }> {
    const result = openResult(secretBox, id, actor.id);
    const report = await deps.openReport(actor, result.report);
    if (report.version !== result.version) throw noSuchResult();
    return { report, result };
  }

  return {
    /** A page of rows or groups of a report's main query. */
    async query(
      actor: Actor,
      body: Schemas['ReportQueryRequest'],
      signal: AbortSignal,
    ): Promise<Schemas['ReportQueryAnswer']> {
      const { report: key, result_id: id, parameters = {}, datasource, time_zone: timeZone, ...shape } = body;
      if (key === undefined && id === undefined) throw nothingNamed();
      const { report, result } =
        id === undefined
          ? await begin(actor, key ?? '', { parameters: textsOfParams(parameters), datasource, timeZone })
          : await resume(actor, id);
      const opened = await open(actor, result, { report, signal });
      const request = { ...shape, count: 'none' as const, time_zone: timeZone ?? result.timeZone };
      const { columns, rows, truncated, warnings } = JSON.parse(
        await queries.queryOpened(opened, request, { signal }),
      ) as Schemas['QueryAnswer'];
      const sealed = id === undefined ? sealResult(secretBox, result) : { id, expiresAt: expiryOf(result) };
      return {
        ...{ result_id: sealed.id, expires_at: sealed.expiresAt.toISOString(), columns, rows },
        ...{ row_count: rows.length, truncated, warnings },
      };
    },

    /** The rows of a result as a source, for features. */
    async openResult(actor: Actor, id: string, signal?: AbortSignal): Promise<OpenedSource> {
      const { report, result } = await resume(actor, id);
      return open(actor, result, { report, signal });
    },

    /** Where the data of a report's map are, with these parameters. */
    async mapExtent(
      actor: Actor,
      { key, parameters, signal }: { key: string; parameters: Record<string, string[]>; signal: AbortSignal },
    ): Promise<Schemas['MapExtent']> {
      const { report, result } = await begin(actor, key, { parameters });
      const map = elementsOf(report.template).find((element) => element.kind === 'map');
      const dataset = map?.dataset === undefined ? {} : { dataset: map.dataset };
      const datasource = (await deps.openDatasource(actor, report, null)) ?? undefined;
      const opened = await open(actor, result, { report, ...dataset, datasource, signal });
      const extent = await readMapExtent(runner, opened, { column: fieldOf(map?.geometry), signal });
      return { report: report.key, ...extent };
    },

    /** The main query of a report with these parameters as a source. A bound value that is empty selects nothing. */
    async openMain(
      actor: Actor,
      { key, parameters, bound = [], datasource, timeZone, signal }: ReportSourceRequest,
    ): Promise<OpenedSource> {
      const { report, result } = await begin(actor, key, { parameters, datasource, timeZone });
      const opened = await open(actor, result, { report, bound, signal });
      if (emptyBound(parameters, bound).length === 0) return opened;
      const { source } = opened;
      const nothing = { anyOf: [], origin: 'token' as const };
      return { ...opened, source: { ...source, restrictions: [...source.restrictions, nothing] } };
    },

    /** What the maps of a report show with these parameters, as JSON. A bound value that is empty selects nothing. */
    async readMaps(
      actor: Actor,
      { key, parameters, bound, datasource, timeZone, signal }: ReportMapsRequest,
    ): Promise<string> {
      const more = { parameters, datasource: datasource ?? undefined, timeZone };
      const { report, result } = await begin(actor, key, more);
      const isEmpty = emptyBound(parameters, bound).length > 0;
      const maps = [];
      for (const element of mapsOf(report.template)) {
        const options = { report, bound, signal, dataset: element.dataset };
        const opened = await open(actor, result, options);
        maps.push(await readMap(runner, isEmpty ? null : opened, { element, signal }));
      }
      return `{"maps":[${maps.join(',')}]}`;
    },
  };
}

function expiryOf(result: ReportResult): Date {
  return new Date(result.now + RESULT_MS);
}

function nothingNamed() {
  return badRequest('report-server.bad_query', 'Name a report, or the result_id of an answer.');
}

function noDatasource(key: string) {
  return badRequest(
    'report-server.no_datasource',
    `The report "${key}" has no datasource. Name one as "datasource".`,
  );
}
