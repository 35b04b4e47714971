import { checkTableName } from '@cairn/geo';
import type { TableName } from '@cairn/geo';
import { AppError, badRequest, forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { datasetCheck } from '../../access/dataset-guard.ts';
import type { DatasetGuard } from '../../access/dataset-guard.ts';
import { findRegistered, listRegistered } from '../../connections/repo.ts';
import { requireConnectionUse } from '../../connections/rights.ts';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import { readTarget } from '../../connections/target.ts';
import { DEFAULT_LIMIT, DEFAULT_WIDTH } from '../../content/types.ts';
import { readFilters } from '../filters.ts';
import type { LayerSchema, RowPage, RowQuery } from '../types.ts';
import { geometryColumnMissing } from './errors.ts';
import { readPreview } from './server-preview.ts';
import { listGeometryColumns, listSpatialTables } from './spatial-tables.ts';
import type { SpatialTable } from './spatial-tables.ts';
import { readRows, withTable } from './table-rows.ts';
import type { TableSource } from './types.ts';

export interface ConnectionTablesDeps {
  db: Db;
  auth: Pick<DatasetGuard, 'allows' | 'user' | 'visibleDatasets'>;
  connections: SavedConnections;
}

/** A table that a caller names. */
export interface TableRequest extends TableName {
  connectionId: number;
}

export interface ListedTable extends SpatialTable {
  /** Names of the datasets of this table that the caller may see. */
  datasets: string[];
}

interface Caller {
  actor: Actor;
  signal: AbortSignal;
}

export type ConnectionTables = ReturnType<typeof createConnectionTables>;

/** The tables of saved connections, whether they are registered as datasets or not. */
export function createConnectionTables(deps: ConnectionTablesDeps) {
  const { db, auth, connections } = deps;

  /** The rows of a registered table are those of its datasets. @throws {AppError} forbidden without view on one of them */
  async function requireView(request: TableRequest, { actor, signal }: Caller): Promise<void> {
    const { schema, table } = request;
    const { target, tables } = await readTarget(deps, request.connectionId, {
      table: { schema, table },
      signal,
    });
    for (const name of tables) {
      const datasets = await findRegistered(db, target, name);
      if (datasets.length === 0) continue;
      const mayView = await Promise.all(datasets.map((id) => auth.allows(actor, datasetCheck(id, 'view'))));
      if (!mayView.includes(true)) throw tableForbidden(name);
    }
  }

  /** @throws {AppError} bad_request for a name that cannot be that of a table, not_found, forbidden */
  async function requireReadable(request: TableRequest, caller: Caller): Promise<TableSource> {
    checkTableName({ schema: request.schema, table: request.table });
    await requireConnectionUse({ db, auth }, request.connectionId, caller.actor);
    await requireView(request, caller);
    return { ...request, geometryColumn: null };
  }

  return {
    /** @throws {AppError} not_found for an unknown connection, forbidden for that of another user */
    async list(
      connectionId: number,
      search: string | undefined,
      { actor, signal }: Caller,
    ): Promise<{ tables: ListedTable[]; isTruncated: boolean }> {
      await requireConnectionUse({ db, auth }, connectionId, actor);
      const { tables, isTruncated } = await connections.use(
        connectionId,
        (client) => listSpatialTables(client, search),
        { readOnly: true, signal },
      );
      const registered = await listRegistered(db, (await readTarget(deps, connectionId, { signal })).target);
      const visible = await auth.visibleDatasets(actor);
      const names = new Map<string, string[]>();
      for (const { schema, table, datasetId, dataset } of registered) {
        if (visible !== 'all' && !visible.includes(datasetId)) continue;
        const key = JSON.stringify([schema, table]);
        names.set(key, [...(names.get(key) ?? []), dataset]);
      }
      const datasetsOf = ({ schema, table }: SpatialTable) =>
        names.get(JSON.stringify([schema, table])) ?? [];
      return { tables: tables.map((table) => ({ ...table, datasets: datasetsOf(table) })), isTruncated };
    },

    schema: (request: TableRequest, caller: Caller): Promise<LayerSchema> =>
      withoutNotFound(async () => {
        const source = await requireReadable(request, caller);
        const options = { readOnly: true, signal: caller.signal };
        return withTable(connections, source, options, async ({ schema }) => schema);
      }),

    rows: (
      request: TableRequest,
      query: Omit<RowQuery, 'layer' | 'withDraft' | 'isCounted' | 'filters' | 'signal'> & {
        filters: string | undefined;
      },
      caller: Caller,
    ): Promise<RowPage> =>
      withoutNotFound(async () => {
        const source = await requireReadable(request, caller);
        const filters = ({ columns }: LayerSchema) => readFilters(query.filters, columns);
        const options = { readOnly: true, signal: caller.signal };
        return withTable(connections, source, options, (table) =>
          readRows(table, { ...query, filters, isCounted: true }),
        );
      }),

    /** GeoJSON of the table in WGS84. @throws {AppError} unprocessable without a geometry column or its SRID */
    preview: (request: TableRequest, geometryColumn: string | undefined, caller: Caller): Promise<string> =>
      withoutNotFound(async () => {
        const readable = await requireReadable(request, caller);
        const source = { ...readable, geometryColumn: geometryColumn ?? null };
        const options = { readOnly: true, signal: caller.signal };
        return withTable(connections, source, options, async ({ client, table }) => {
          const columns = geometryColumn === undefined ? await listGeometryColumns(client, source) : [];
          if (columns.length > 1) throw geometryColumnMissing(source, columns);
          const view = { limit: DEFAULT_LIMIT, width: DEFAULT_WIDTH };
          return readPreview(client, source, { schema: table, view });
        });
      }),
  };
}

/** The operations on one table list no 404: what they name is input. */
export async function withoutNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') throw badRequest(error.code, error.message);
    throw error;
  }
}

function tableForbidden({ schema, table }: TableName) {
  return forbidden(
    'vault.foreign_table',
    `The table ${schema}.${table} belongs to a dataset that you may not see. Ask an administrator for access to it.`,
  );
}
