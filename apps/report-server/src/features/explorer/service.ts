import type { ReportServerSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';
import type { Catalogues } from '../catalogue/snapshots.ts';
import { readIndexes } from '../catalogue/table-details.ts';
import type { Read } from '../datasources/read.ts';
import type { DatasourceService } from '../datasources/service.ts';
import type { QueryOptions, QueryService, TableName } from '../query/service.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';
import { proposeMaps } from './discover.ts';
import { readExtents } from './extents.ts';
import { createFeatureReader } from './features.ts';
import type { FeatureDeps } from './features.ts';
import { toExplorerDatasource, toExplorerTable, toMapTable, toMetadata } from './mapper.ts';
import { createStatisticsReader } from './statistics/service.ts';
import { createSummaryReader } from './summary.ts';
import { createTileReader } from './tiles.ts';

type Schemas = ReportServerSchemas;

export interface ExplorerDeps {
  datasources: DatasourceService;
  catalogues: Catalogues;
  queries: QueryService;
  runner: ReadRunner;
  openResult: FeatureDeps['openResult'];
}

/** Tables on one map list, whose extents are read one after the other. */
const MAX_MAP_TABLES = 200;
const MAX_PROPOSALS = 50;

export type ExplorerService = ReturnType<typeof createExplorerService>;

/** What there is to explore. */
export function createExplorerService({
  datasources,
  catalogues,
  queries,
  runner,
  openResult,
}: ExplorerDeps) {
  return {
    features: createFeatureReader({ queries, runner, openResult }),
    summary: createSummaryReader({ queries, runner }),
    statistics: createStatisticsReader({ queries, runner }),
    prepareTile: createTileReader({ queries, runner }),

    /** Datasources with PostGIS. */
    async listMapSources(actor: Actor): Promise<Schemas['ExplorerDatasource'][]> {
      const visible = await datasources.listVisible(actor);
      return visible
        .filter(({ postgisSchema }) => postgisSchema !== null)
        .map((datasource) => toExplorerDatasource(datasource, actor.isAdmin));
    },

    /** Tables with a geometry, with the extents of the rows that the actor may see. */
    async listMapTables(actor: Actor, key: string, signal: AbortSignal): Promise<Schemas['MapTable'][]> {
      const datasource = await datasources.requireReadable(actor, key);
      const { tables } = await catalogues.of(datasource);
      const spatial = tables.filter(({ columns }) => columns.some(({ geometry }) => geometry !== null));
      const shown = spatial.slice(0, MAX_MAP_TABLES);
      const sources = await Promise.all(
        shown.map(({ schema, name }) => queries.openTable(actor, { datasource: key, schema, table: name })),
      );
      const work = async (read: Read) => {
        const listed: Schemas['MapTable'][] = [];
        for (const { source } of sources)
          listed.push(toMapTable(source.table, await readExtents(read, source)));
        return listed;
      };
      return runner.runRead({ actor, datasource }, [], { signal, work });
    },

    /** Proposals for maps from one datasource, or from all that can be reached now. */
    async discover(actor: Actor, { text, key }: { text: string; key: string | undefined }) {
      const visible = key === undefined ? await datasources.listVisible(actor) : [];
      const keys = key === undefined ? visible.map((datasource) => datasource.key) : [key];
      const found = await Promise.allSettled(
        keys.map(async (each) => {
          const datasource = await datasources.requireReadable(actor, each);
          const { tables } = await catalogues.of(datasource);
          return tables.map((table) => ({ datasource, table }));
        }),
      );
      const [first] = found;
      if (key !== undefined && first?.status === 'rejected') throw first.reason;
      const tables = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const unreachable = keys.filter((_key, i) => found[i]!.status === 'rejected');
      return { maps: proposeMaps(tables, text).slice(0, MAX_PROPOSALS), unreachable };
    },

    async listDatasources(actor: Actor): Promise<Schemas['ExplorerDatasource'][]> {
      const visible = await datasources.listVisible(actor);
      return visible.map((datasource) => toExplorerDatasource(datasource, actor.isAdmin));
    },

    async listTables(actor: Actor, key: string): Promise<Schemas['ExplorerTable'][]> {
      const { tables } = await catalogues.of(await datasources.requireReadable(actor, key));
      return tables.map(toExplorerTable);
    },

    async metadata(
      actor: Actor,
      name: TableName,
      { signal, ...options }: QueryOptions & { signal: AbortSignal },
    ): Promise<Schemas['TableMetadata']> {
      const opened = await queries.openTable(actor, name, options);
      return describeSource(runner, opened, { hasIndexes: true, signal });
    },
  };
}

/** The columns of a source that is open, and where its rows are. */
export function describeSource(
  runner: ReadRunner,
  opened: OpenedSource,
  { hasIndexes, signal }: { hasIndexes: boolean; signal: AbortSignal },
): Promise<Schemas['TableMetadata']> {
  const { table } = opened.source;
  return runner.runRead(opened, [], {
    signal,
    work: async (read) => {
      const indexes = hasIndexes ? await readIndexes(read, table) : [];
      return toMetadata(table, { indexes, extents: await readExtents(read, opened.source) });
    },
  });
}
