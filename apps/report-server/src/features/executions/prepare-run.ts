import type { Actor } from '@cairn/service';
import { coerceParameters } from '@cairn/report-engine';
import type { RunSettings, Template, Value } from '@cairn/report-engine';
import { bindParameters, emptyBound } from './bind-parameters.ts';
import {
  externalBoundEmpty,
  externalEngineMissing,
  externalMaps,
  externalSubreport,
  forbiddenDatasource,
} from './errors.ts';
import { checkExternalFormat, toExternalParameters } from './external/check-request.ts';
import type { ExternalTask } from './external/task.ts';
import type { SealedDatasource } from '../datasources/types.ts';
import { onlyMaps } from './only-maps.ts';
import type { DatasetConnection } from './render/dataset-rows.ts';
import type { ThreadReport } from './render/task.ts';
import type { RunTask } from './run-report.ts';
import type { Runner, RunRequest } from './types.ts';

/** A report that the caller may view, with the template that runs. */
export interface RunnableReport {
  id: number;
  key: string;
  title: string;
  description: string;
  engine: 'native' | 'external';
  /** Id of the report with which it was published; null for one of its own. */
  partOf: number | null;
  /** Whether it is a template that somebody saved who may view its datasource; a preview is not. */
  isSaved: boolean;
  version: number;
  template: Template;
  datasource: string | null;
  allowedDatasources: readonly string[];
  /** Files of its assets by name. */
  assets: Readonly<Record<string, string>>;
}

export interface PreparedRun {
  report: RunnableReport;
  datasource: string | null;
  task: RunTask | ExternalTask;
  /** Names of the request that the report does not declare. */
  ignored: string[];
}

export interface PrepareDeps {
  /** @throws {AppError} not_found, forbidden */
  openReport(actor: Actor, key: string): Promise<RunnableReport>;
  /** A report that another one includes. @throws {AppError} not_found, forbidden */
  openIncluded(actor: Actor, parent: RunnableReport, key: string): Promise<RunnableReport>;
  /** The datasource of a run, which the caller may read. @throws {AppError} forbidden, not_found */
  openDatasource(
    actor: Actor,
    report: RunnableReport,
    wanted: string | null,
  ): Promise<SealedDatasource | null>;
  /** How a datasource is read for the caller. */
  connect(actor: Actor, datasource: SealedDatasource): Promise<Omit<DatasetConnection, 'timeZone'>>;
  /** The statements of the datasets that are tables. @throws {AppError} bad_request */
  compileTables(
    actor: Actor,
    datasource: SealedDatasource,
    template: Template,
  ): Promise<Record<string, { text: string; values: readonly unknown[] }>>;
  /** @throws {AppError} forbidden where row policies concern the caller, which SQL of a person cannot have attached */
  allowSql(actor: Actor, datasource: SealedDatasource): Promise<void>;
  /** @throws {AppError} bad_request for values beside the options of their parameters */
  checkOptions(actor: Actor, report: RunnableReport, run: OptionsRun): Promise<void>;
  /** Whether there is an engine for the reports that run on one. */
  hasExternalEngine: boolean;
  maxRows: number;
  /** Folder of the layers below maps. */
  basemapFolder: string;
}

/** Values of a run, whose options are read from its datasource. */
export interface OptionsRun {
  values: Readonly<Record<string, Value>>;
  settings: RunSettings;
  datasource: SealedDatasource | null;
}

export type RunPreparation = ReturnType<typeof createRunPreparation>;

/** A template that is not saved, as a preview runs it. */
export interface PreviewRequest {
  template: Template;
  datasource: string | null;
  parameters: Readonly<Record<string, readonly string[]>>;
  timeZone: string | null;
}

type TaskRequest = Pick<
  RunRequest,
  'parameters' | 'bound' | 'locale' | 'timeZone' | 'format' | 'holdsPictures'
> & { actor: Actor; datasource: SealedDatasource | null };

const PREVIEW_ROWS = 200;

const MAX_DEPTH = 4;

/** Turns a request into what a thread renders; everything that can be refused is refused here. */
export function createRunPreparation(deps: PrepareDeps) {
  /** A report and, by key, all reports that it includes. */
  async function collect(
    report: RunnableReport,
    { actor, datasource, timeZone }: { actor: Actor; datasource: SealedDatasource | null; timeZone: string },
  ): Promise<{ report: ThreadReport; subreports: Record<string, ThreadReport> }> {
    const subreports: Record<string, ThreadReport> = {};
    async function visit(
      each: RunnableReport,
      source: SealedDatasource | null,
      depth: number,
    ): Promise<ThreadReport> {
      for (const key of includedReports(each.template)) {
        if (subreports[key] || depth >= MAX_DEPTH) continue;
        const included = await deps.openIncluded(actor, each, key);
        if (included.engine === 'external') throw externalSubreport(key);
        const own = await deps.openDatasource(actor, included, null);
        subreports[key] = await visit(included, own, depth + 1);
      }
      return toThreadReport(each, { actor, source, timeZone });
    }
    return { report: await visit(report, datasource, 0), subreports };
  }

  async function toThreadReport(
    { template, assets }: RunnableReport,
    { actor, source, timeZone }: { actor: Actor; source: SealedDatasource | null; timeZone: string },
  ): Promise<ThreadReport> {
    if (source === null) return { template, assets, connection: null, tables: {} };
    if (template.datasets.some(({ sql }) => sql !== undefined)) await deps.allowSql(actor, source);
    return {
      template,
      assets,
      connection: { ...(await deps.connect(actor, source)), timeZone },
      tables: await deps.compileTables(actor, source, template),
    };
  }

  async function readParameters(
    report: RunnableReport,
    { actor, datasource, ...request }: TaskRequest,
  ): Promise<{ values: Record<string, Value>; ignored: string[]; settings: RunSettings }> {
    const settings = {
      locale: request.locale ?? report.template.lang ?? 'en',
      timeZone: request.timeZone ?? 'UTC',
      now: new Date(),
    };
    const declared = bindParameters(report.template, request.bound);
    const { values, ignored } = coerceParameters(declared, request.parameters, settings);
    await deps.checkOptions(actor, report, { values, settings, datasource });
    return { values, ignored, settings };
  }

  async function toExternalTask(
    report: RunnableReport,
    request: TaskRequest,
  ): Promise<{ task: ExternalTask; ignored: string[] }> {
    if (!deps.hasExternalEngine) throw externalEngineMissing(report.key);
    const { actor, datasource, format } = request;
    checkExternalFormat(format);
    const [empty] = emptyBound(request.parameters, request.bound);
    if (empty !== undefined) throw externalBoundEmpty(empty);
    // The engine reads the datasource with a login of its own, so rights and row policies are checked here.
    if (datasource !== null) await deps.allowSql(actor, datasource);
    const { values, ignored, settings } = await readParameters(report, request);
    const parameters = toExternalParameters(report.template.parameters, values);
    const { locale, timeZone } = settings;
    const run = { report: report.key, format, parameters, locale, timeZone };
    const name = datasource?.key ?? null;
    return {
      task: { engine: 'external', ...run, datasource: name, storesPictures: storesPictures(request) },
      ignored,
    };
  }

  async function toTask(
    report: RunnableReport,
    request: TaskRequest,
  ): Promise<{ task: RunTask; ignored: string[] }> {
    const { actor, datasource } = request;
    const { values, ignored, settings } = await readParameters(report, request);
    const task = {
      ...(await collect(report, { actor, datasource, timeZone: settings.timeZone })),
      parameters: values,
      ...settings,
      format: request.format,
      maxRows: deps.maxRows,
      rowLimit: emptyBound(request.parameters, request.bound).length > 0 ? 0 : null,
      basemapFolder: deps.basemapFolder,
      storesPictures: request.format === 'html' && storesPictures(request),
    };
    return { task, ignored };
  }

  return {
    async prepareRun(request: RunRequest, { actor }: Runner): Promise<PreparedRun> {
      const opened = await deps.openReport(actor, request.report);
      const report = request.onlyMaps ? { ...opened, template: onlyMaps(opened.template) } : opened;
      if (request.onlyMaps && report.engine === 'external') throw externalMaps();
      const datasource = await deps.openDatasource(actor, report, request.datasource);
      const toAnyTask = report.engine === 'external' ? toExternalTask : toTask;
      const prepared = await toAnyTask(report, { ...request, actor, datasource });
      return { report, datasource: datasource?.key ?? null, ...prepared };
    },

    /** The first rows of a template as PDF. */
    async preparePreview(
      { template, datasource, parameters, timeZone }: PreviewRequest,
      actor: Actor,
    ): Promise<RunTask> {
      const report: RunnableReport = {
        ...{ id: 0, key: 'preview', title: template.title, description: '', engine: 'native', version: 0 },
        ...{ isSaved: false, partOf: null, template, datasource, allowedDatasources: [], assets: {} },
      };
      const request = { parameters, locale: null, timeZone, format: 'pdf' as const };
      const opened = await deps.openDatasource(actor, report, datasource);
      const { task } = await toTask(report, { ...request, actor, datasource: opened });
      return { ...task, rowLimit: PREVIEW_ROWS };
    },
  };
}

/** @throws {AppError} forbidden for another one than the report allows */
export function chooseDatasource(report: RunnableReport, wanted: string | null): string | null {
  if (wanted === null || wanted === report.datasource) return report.datasource;
  if (!report.allowedDatasources.includes(wanted)) throw forbiddenDatasource(wanted);
  return wanted;
}

/** A picture with an address of its own is for the person of the run; a page of an embed token has none. */
function storesPictures({ bound, holdsPictures = false }: TaskRequest): boolean {
  return bound === undefined && !holdsPictures;
}

/** Keys of the reports that a template includes. */
function includedReports(template: Template): string[] {
  const keys = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (value && typeof value === 'object') {
      const { kind, report } = value as { kind?: unknown; report?: unknown };
      if (kind === 'subreport' && typeof report === 'string') keys.add(report);
      Object.values(value).forEach(visit);
    }
  };
  visit([template.bands, template.groups]);
  return [...keys];
}
