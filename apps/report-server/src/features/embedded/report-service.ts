import type { ReportServerSchemas } from '@cairn/contracts';
import { embedRefused } from '../embed/errors.ts';
import { toTexts } from '../embed/bind-report.ts';
import { requireResource } from '../embed/grants.ts';
import type { EmbedGrant } from '../embed/types.ts';
import { textsOfParams } from '../executions/read-params.ts';
import { readReportKey, readRunRequest } from '../executions/read-request.ts';
import type { ExecutionService } from '../executions/service.ts';
import type { RunRequest } from '../executions/types.ts';
import { toConfigBody } from '../parameters/mapper.ts';
import type { ParameterService } from '../parameters/service.ts';
import type { Lookup } from '../parameters/types.ts';
import type { ReportDataService } from '../report-data/service.ts';
import { refuseBound, requireAction } from './access.ts';

type Config = ReportServerSchemas['ReportConfig'];
type Run = ReportServerSchemas['EmbeddedRun'];
type MapRun = ReportServerSchemas['EmbeddedMapRun'];
type LookupInput = ReportServerSchemas['LookupInput'];

interface ReportDeps {
  parameters: ParameterService;
  reportData: Pick<ReportDataService, 'readMaps'>;
  executions: ExecutionService;
}

export type EmbeddedReports = ReturnType<typeof createEmbeddedReports>;

/** Reports within other sites: read as the creator of the token, with the values that it binds. */
export function createEmbeddedReports({ parameters, reportData, executions }: ReportDeps) {
  return {
    /** What a page needs: without the parameters that the token binds, and without formats that it may not export. */
    async config(grant: EmbedGrant, key: string): Promise<Config> {
      requireReport(grant, key);
      const report = await parameters.openReport(grant.creator, readReportKey(key));
      const config = toConfigBody(report, report.description);
      const { token } = grant;
      const isBound = (name: string) => Object.hasOwn(token.parameters, name);
      const mayExport = token.actions.includes('export');
      return {
        ...config,
        datasource: null,
        formats: config.formats.filter(({ name }) => mayExport || name === 'html'),
        parameters: config.parameters
          .filter(({ name }) => !isBound(name))
          .map((each) => ({ ...each, depends_on: each.depends_on.filter((name) => !isBound(name)) })),
        viewer: { ...config.viewer, export: mayExport },
      };
    },

    async lookup(
      grant: EmbedGrant,
      { key, name }: { key: string; name: string },
      { params = {}, q, limit = 200 }: LookupInput,
    ): Promise<Lookup> {
      requireReport(grant, key);
      refuseBound(grant, [name, ...Object.keys(params)]);
      const { token, creator } = grant;
      return parameters.lookup(creator, {
        ...{ report: readReportKey(key), parameter: name, q, limit },
        ...{ bound: Object.keys(token.parameters), datasource: token.datasource },
        params: { ...textsOfParams(params), ...toTexts(token.parameters) },
      });
    },

    /** What the maps of a report show, as JSON. */
    async maps(
      grant: EmbedGrant,
      { key, run, signal }: { key: string; run: MapRun; signal: AbortSignal },
    ): Promise<string> {
      const { token, creator } = grant;
      if (token.type !== 'map-report') throw embedRefused();
      requireReport(grant, key);
      const { parameters = {}, time_zone: timeZone } = run;
      refuseBound(grant, Object.keys(parameters));
      return reportData.readMaps(creator, {
        ...{ key, bound: Object.keys(token.parameters), timeZone, signal },
        datasource: chooseFor(grant, run.datasource),
        parameters: { ...textsOfParams(parameters), ...toTexts(token.parameters) },
      });
    },

    /** Runs the report, or what of it is a map: HTML to show it, other formats to save it. */
    async run(
      grant: EmbedGrant,
      { key, run, signal }: { key: string; run: Run; signal: AbortSignal },
      send: (...sent: [RunRequest, ...Parameters<Parameters<ExecutionService['run']>[1]>]) => Promise<void>,
    ): Promise<void> {
      requireReport(grant, key);
      const request = readRequest(grant, key, run);
      if (request.format !== 'html') requireAction(grant, 'export');
      await executions.run(
        { request, runner: { actor: grant.creator, via: 'embed' }, signal },
        (prepared, document, size) => send(request, prepared, document, size),
      );
    },
  };
}

function requireReport(grant: EmbedGrant, key: string): void {
  const { type } = grant.token;
  if (type !== 'report' && type !== 'map-report') throw embedRefused();
  requireResource(grant, { type, key, owner: null });
}

/** The datasource of the token, which wins; else the one that the page asks for. */
function chooseFor({ token }: Pick<EmbedGrant, 'token'>, wanted: string | null | undefined): string | null {
  if (wanted && token.datasource !== null && wanted !== token.datasource) throw embedRefused();
  return token.datasource ?? (wanted || null);
}

function readRequest({ token }: EmbedGrant, key: string, run: Run): RunRequest {
  const { format = 'html', datasource, locale, time_zone: timeZone, parameters = {} } = run;
  refuseBound({ token }, Object.keys(parameters));
  const chosen = chooseFor({ token }, datasource);
  const request = readRunRequest(
    {
      ...{ _repName: key, _repFormat: format },
      ...(chosen ? { _dataSource: chosen } : {}),
      ...(locale ? { _repLocale: locale } : {}),
      ...(timeZone ? { _repTimeZone: timeZone } : {}),
    },
    { ...textsOfParams(parameters), ...toTexts(token.parameters) },
  );
  return { ...request, bound: Object.keys(token.parameters), onlyMaps: token.type === 'map-report' };
}
