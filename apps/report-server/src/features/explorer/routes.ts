import type { ReportServerOperations } from '@cairn/contracts';
import { JsonText, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { QueryService } from '../query/service.ts';
import { sendTile } from './send-tile.ts';
import type { ExplorerService } from './service.ts';

type Operation =
  | 'listExplorerDatasources'
  | 'listExplorerTables'
  | 'getTableMetadata'
  | 'listMapSources'
  | 'listMapTables'
  | 'discoverMaps'
  | 'queryTable'
  | 'summarizeTable'
  | 'measureTable'
  | 'readFeatures'
  | 'tableTile';

interface RouteDeps {
  explorer: ExplorerService;
  queries: QueryService;
}

export function explorerRoutes({
  explorer,
  queries,
}: RouteDeps): Handlers<ReportServerOperations, Operation> {
  return {
    listExplorerDatasources: async (_input, actor) => ({
      datasources: await explorer.listDatasources(actor),
    }),

    listExplorerTables: async ({ query }, actor) => ({
      tables: await explorer.listTables(actor, query.datasource),
    }),

    getTableMetadata: ({ query }, actor, call) => explorer.metadata(actor, query, { signal: call.signal }),

    listMapSources: async (_input, actor) => ({ datasources: await explorer.listMapSources(actor) }),

    listMapTables: async ({ query }, actor, { signal }) => ({
      tables: await explorer.listMapTables(actor, query.datasource, signal),
    }),

    discoverMaps: ({ query }, actor) =>
      explorer.discover(actor, { text: query.q ?? '', key: query.datasource }),

    queryTable: async ({ body }, actor, { signal }) =>
      new JsonText(await queries.query(actor, body, { signal })),

    summarizeTable: async ({ body }, actor, { signal }) =>
      new JsonText(await explorer.summary(actor, body, { signal })),

    measureTable: async ({ body }, actor, { signal }) =>
      new JsonText(await explorer.statistics(actor, body, { signal })),

    readFeatures: async ({ body }, actor, { signal }) =>
      new JsonText(await explorer.features(actor, body, { signal })),

    tableTile: streaming(async ({ req, res, input: { path, query }, actor, call }) => {
      const prepared = await explorer.prepareTile(actor, { ...path, ...query });
      sendTile({ req, res, varyBy: 'Cookie' }, await prepared.read(call.signal));
    }),
  };
}
