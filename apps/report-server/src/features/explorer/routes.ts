import type { ReportServerOperations } from '@cairn/contracts';
import { JsonText } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { QueryService } from '../query/service.ts';
import type { ExplorerService } from './service.ts';

type Operation = 'listExplorerDatasources' | 'listExplorerTables' | 'getTableMetadata' | 'queryTable';

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

    getTableMetadata: ({ query }, actor, call) => explorer.metadata(actor, query, call.signal),

    queryTable: async ({ body }, actor, { signal }) =>
      new JsonText(await queries.query(actor, body, { signal })),
  };
}
