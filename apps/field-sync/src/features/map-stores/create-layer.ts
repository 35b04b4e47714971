import { DatabaseError } from 'pg';
import { explainConnectionError } from '@cairn/db';
import { AppError, badGateway } from '@cairn/service';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import { boxesOf } from './empty-table.ts';
import { layerTaken, noSuchTable } from './errors.ts';
import type { GeoServer } from './geoserver.ts';
import { findSourceTable } from './server-queries.ts';
import type { SourceTable, StoreRef, TableSource } from './types.ts';

const QUERY_MS = 60_000;

/**
 * Publishes a table as a layer. A layer of the same name and table is left as it is, so that a call can be repeated.
 * @throws {AppError} bad_request without such a table, conflict for a name that another layer has, bad_gateway
 */
export async function createLayer(
  server: GeoServer,
  { ref, source, deps }: { ref: StoreRef; source: TableSource; deps: LinkSessionDeps },
  { layer, table }: { layer: string; table: string },
): Promise<void> {
  const found = await readTable(deps, source, table);
  // GeoServer would try to create the table.
  if (!found) throw noSuchTable(table, source.schema);
  const existing = await server.findNativeName(ref, layer);
  if (existing === table) return;
  if (existing !== null || (await server.hasLayer(ref.workspace, layer)))
    throw layerTaken(layer, ref.workspace);
  await server.createFeatureType(ref, { name: layer, nativeName: table, ...boxesOf(found) });
}

async function readTable(
  deps: LinkSessionDeps,
  source: TableSource,
  table: string,
): Promise<SourceTable | null> {
  try {
    const signal = AbortSignal.timeout(QUERY_MS);
    return await findSourceTable(deps, source, { table, signal });
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof DatabaseError && error.code?.startsWith('42'))
      throw badGateway(
        'field_sync.table_refused',
        `The login of the project's database may not read "${table}". Grant it SELECT.`,
      );
    throw badGateway('field_sync.database_failed', explainConnectionError(error, source.address).sentence);
  }
}
