import type { ReportServerSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';
import type { Catalogues } from '../catalogue/snapshots.ts';
import { readIndexes } from '../catalogue/table-details.ts';
import type { DatasourceService } from '../datasources/service.ts';
import type { QueryService, TableName } from '../query/service.ts';
import type { ReadRunner } from '../query/run-read.ts';
import { readExtents } from './extents.ts';
import { toExplorerDatasource, toExplorerTable, toMetadata } from './mapper.ts';

type Schemas = ReportServerSchemas;

export interface ExplorerDeps {
  datasources: DatasourceService;
  catalogues: Catalogues;
  queries: QueryService;
  runner: ReadRunner;
}

export type ExplorerService = ReturnType<typeof createExplorerService>;

/** What there is to explore. */
export function createExplorerService({ datasources, catalogues, queries, runner }: ExplorerDeps) {
  return {
    async listDatasources(actor: Actor): Promise<Schemas['ExplorerDatasource'][]> {
      const visible = await datasources.listVisible(actor);
      return visible.map((datasource) => toExplorerDatasource(datasource, actor.isAdmin));
    },

    async listTables(actor: Actor, key: string): Promise<Schemas['ExplorerTable'][]> {
      const { tables } = await catalogues.of(await datasources.requireReadable(actor, key));
      return tables.map(toExplorerTable);
    },

    async metadata(actor: Actor, name: TableName, signal: AbortSignal): Promise<Schemas['TableMetadata']> {
      const opened = await queries.openTable(actor, name);
      const { table } = opened.source;
      return runner.runRead(opened, [], {
        signal,
        work: async (read) => {
          const indexes = await readIndexes(read, table);
          return toMetadata(table, { indexes, extents: await readExtents(read, opened.source) });
        },
      });
    },
  };
}
