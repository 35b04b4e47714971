import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { slugOf } from '../../slug.ts';
import type { UploadedFile } from '../catalog-nodes/upload-layer.ts';
import { openLinkSession } from '../database-links/link-session.ts';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import { geoJsonOf, hasPlace, withoutUnknownHeights } from '../table-data/geojson-sql.ts';
import { featureSql, keyOf } from '../table-data/points.ts';
import { geometryOf, qualified, readLayer } from '../table-data/read-layer.ts';
import { rowJson } from '../table-data/row-json.ts';
import { tableTooLarge } from './errors.ts';
import type { TableSource } from './types.ts';

/** What GeoNode takes as it comes. */
const MAX_BYTES = 100_000_000;
const ROWS_AT_ONCE = 1_000;

/**
 * Writes the rows of a table as GeoJSON into a folder. The name of the dataset has a hash of project and layer, so that no other dataset has
 * it.
 * @throws {AppError} bad_request for a table without geometries, without an SRID, or too large
 */
export async function exportLayer(
  deps: LinkSessionDeps,
  source: TableSource,
  request: { table: string; layer: string; folder: string; signal: AbortSignal },
): Promise<UploadedFile> {
  const { table, layer, folder, signal } = request;
  const path = join(folder, 'layer.geojson');
  const { client, close } = await openLinkSession(deps, source.address, {
    ...{ applicationName: 'cairn field sync', signal, maxBytes: null },
    settings: { default_transaction_read_only: 'on' },
  });
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(`DECLARE rows NO SCROLL CURSOR FOR ${await featuresOf(client, source.schema, table)}`);
    const size = await writeFeatures(client, path, table);
    return { dataset: datasetName(layer, source.projectUuid), path, size };
  } finally {
    await close();
  }
}

async function featuresOf(client: pg.ClientBase, schema: string, table: string): Promise<string> {
  const layer = await readLayer(client, { schema, table });
  const name = layer.columns.find(({ type }) => type === 'geometry')?.name ?? '';
  const geometry = geometryOf(layer, name);
  const columns = layer.columns.filter(({ type }) => type !== 'geometry' && type !== 'binary');
  const feature = featureSql({
    id: keyOf(layer),
    geometry: `CASE WHEN ${hasPlace(geometry)} THEN ${geoJsonOf(withoutUnknownHeights(geometry), geometry)} END`,
    properties: `(${rowJson(columns, layer.postgis)})::text`,
  });
  return `SELECT ${feature} AS feature FROM ${qualified(layer)} t ORDER BY ${layer.order.join(', ')}`;
}

/** Returns the number of bytes. */
async function writeFeatures(client: pg.ClientBase, path: string, table: string): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  const write = async (text: string) => {
    size += (await file.write(text)).bytesWritten;
    if (size > MAX_BYTES) throw tableTooLarge(table);
  };
  try {
    await write('{"type":"FeatureCollection","features":[');
    for (let separator = '\n', isLast = false; !isLast; separator = ',\n') {
      const { rows } = await client.query<{ feature: string }>(`FETCH ${ROWS_AT_ONCE} FROM rows`);
      if (rows.length > 0) await write(separator + rows.map(({ feature }) => feature).join(',\n'));
      isLast = rows.length < ROWS_AT_ONCE;
    }
    await write('\n]}\n');
    return size;
  } finally {
    await file.close();
  }
}

function datasetName(layer: string, projectUuid: string): string {
  const hash = createHash('sha256').update(`${projectUuid} ${layer}`).digest('hex').slice(0, 8);
  return `${slugOf(layer) || 'layer'}_${hash}`;
}
