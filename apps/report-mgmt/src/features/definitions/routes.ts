import type { ReportMgmtOperations } from '@cairn/contracts';
import { AppError, JsonText, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Engine } from '../engine/types.ts';
import type { Catalog } from './catalog.ts';
import { toConfigBody, toSummaryBody } from './mapper.ts';
import type { PublicList } from './public-list.ts';
import type { DefinitionService } from './service.ts';

type Method = '' | 'ByPost' | 'ByPut' | 'ByPatch' | 'ByDelete' | 'ByOptions';
type Operation =
  | `listReports${Method}`
  | `listDatasourceNames${Method}`
  | 'getReportConfig'
  | 'serveReportDefinition'
  | 'getReportThumbnail'
  | 'listDefinitions'
  | 'getDefinition';

interface Deps {
  definitions: DefinitionService;
  publicList: PublicList;
  catalog: Catalog;
  engine: Pick<Engine, 'formats'>;
}

const THUMBNAIL_HEADERS = { 'Cache-Control': 'private, max-age=3600' };

export function definitionRoutes({
  definitions,
  publicList,
  catalog,
  engine: { formats },
}: Deps): Handlers<ReportMgmtOperations, Operation> {
  const listReports = () => publicList.json();
  const listDatasourceNames = () => definitions.listDatasources();
  return {
    listReports,
    listReportsByPost: listReports,
    listReportsByPut: listReports,
    listReportsByPatch: listReports,
    listReportsByDelete: listReports,
    listReportsByOptions: listReports,
    listDatasourceNames,
    listDatasourceNamesByPost: listDatasourceNames,
    listDatasourceNamesByPut: listDatasourceNames,
    listDatasourceNamesByPatch: listDatasourceNames,
    listDatasourceNamesByDelete: listDatasourceNames,
    listDatasourceNamesByOptions: listDatasourceNames,

    async getReportConfig({ query, openQuery }, actor) {
      const { definition, parameters } = await definitions.configure(actor, query.report, openQuery);
      return toConfigBody(definition, parameters);
    },

    async serveReportDefinition({ query }, actor) {
      const file = await unlessMissing(definitions.openFile(actor, query.report), ['not_found']);
      return file ? new JsonText<unknown>([file]) : respond(404);
    },

    async getReportThumbnail({ query }, actor) {
      const picture = definitions.openThumbnail(actor, query.report);
      const bytes = await unlessMissing(picture, ['not_found', 'bad_request']);
      return bytes ? respond(200, bytes as never, THUMBNAIL_HEADERS) : respond(404);
    },

    async listDefinitions(_input, actor) {
      const { entries, ignored, isAway } = await catalog.list(actor);
      return {
        definitions: entries.map((entry) => toSummaryBody(entry, formats)),
        ignored,
        folder_away: isAway,
      };
    },

    async getDefinition({ path }, actor) {
      const entry = await catalog.get(actor, path.key);
      const text = entry.permission === 'view' ? null : await definitions.readText(entry.key);
      return {
        ...toSummaryBody(entry, formats),
        ...(text === null ? {} : { path: entry.path, definition: text }),
      };
    },
  };
}

/** Null where the specification wants an empty 404. */
async function unlessMissing<T>(work: Promise<T>, kinds: AppError['kind'][]): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && kinds.includes(error.kind)) return null;
    throw error;
  });
}
