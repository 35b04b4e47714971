import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { OutboundLimits } from '@cairn/service';
import type { GeoServerClient } from './client.ts';
import { listNames } from './lists.ts';

/** A store of uploaded data: vector layers in a GeoPackage, or one GeoTIFF. */
export interface StoreRef {
  workspace: string;
  store: string;
  type: 'vector' | 'raster';
}

const FORMS = {
  vector: { noun: 'datastores', file: 'file.gpkg', mediaType: 'application/geopackage+sqlite3' },
  raster: { noun: 'coveragestores', file: 'file.geotiff', mediaType: 'image/tiff' },
} as const;

/** The server receives the whole file, and then reads it before it answers. */
const UPLOAD_LIMITS: Partial<OutboundLimits> = { totalMs: 3_600_000, idleMs: 300_000, stretchMs: 300_000 };

export function storePath({ workspace, store, type }: StoreRef): string[] {
  return ['rest', 'workspaces', workspace, FORMS[type].noun, store];
}

/** Whether there is a store with this name, of vector layers or of a raster. */
export async function hasStore(
  server: GeoServerClient,
  ref: StoreRef,
  signal: AbortSignal,
): Promise<boolean> {
  for (const type of ['vector', 'raster'] as const) {
    const path = storePath({ ...ref, type });
    if (await server.json({ path, query: { quietOnNotFound: 'true' }, signal }, 'The store was not read'))
      return true;
  }
  return false;
}

/** Deletes a store with its layers, and asks whether it is gone. It may be gone already. GeoServer keeps the uploaded file. */
export async function deleteStore(
  server: GeoServerClient,
  ref: StoreRef,
  signal: AbortSignal,
): Promise<void> {
  const what = `The store "${ref.store}" was not deleted`;
  for (const type of ['vector', 'raster'] as const) {
    const path = storePath({ ...ref, type });
    const query = { recurse: 'true' };
    const answer = await server.send({ path, method: 'DELETE', query, signal });
    if (answer.status !== 404 && (answer.status < 200 || answer.status > 299))
      throw server.unexpected(answer, what);
  }
  if (await hasStore(server, ref, signal))
    throw server.unexpected({ status: 200, text: 'it is still there' }, what);
}

/**
 * Creates a store from a file, which is streamed. Vector layers are created one by one, so that GeoServer renames none. GeoServer
 * empties the folder of the store first, so the file of a store that serves is never uploaded again.
 */
export async function uploadStore(
  server: GeoServerClient,
  {
    ref,
    file,
    layer,
    baseName = ref.store,
    signal,
  }: {
    ref: StoreRef;
    file: string;
    layer: string;
    /** Of the file on the map server, after which GeoServer names the coverage in a GeoTIFF. */
    baseName?: string;
    signal: AbortSignal;
  },
): Promise<void> {
  const form = FORMS[ref.type];
  const { size } = await stat(file);
  const body = createReadStream(file);
  try {
    const answer = await server.send({
      path: [...storePath(ref), form.file],
      method: 'PUT',
      query:
        ref.type === 'vector'
          ? { configure: 'none' }
          : { configure: 'first', coverageName: layer, filename: `${baseName}.geotiff` },
      contentType: form.mediaType,
      length: size,
      body,
      limits: UPLOAD_LIMITS,
      signal,
    });
    if (answer.status < 200 || answer.status > 299) throw server.unexpected(answer, 'The file was not taken');
  } finally {
    body.destroy();
  }
}

/** Creates a layer from a table of a store; GeoServer would create an empty table for an unknown name. */
export async function createLayer(
  server: GeoServerClient,
  {
    ref,
    name,
    table,
    advertised = true,
    signal,
  }: { ref: StoreRef; name: string; table: string; advertised?: boolean; signal: AbortSignal },
): Promise<void> {
  const answer = await server.send({
    path: [...storePath(ref), 'featuretypes'],
    method: 'POST',
    contentType: 'application/json',
    body: JSON.stringify({
      featureType: { name, nativeName: table, title: name, enabled: true, advertised },
    }),
    limits: UPLOAD_LIMITS,
    signal,
  });
  if (answer.status < 200 || answer.status > 299)
    throw server.unexpected(answer, `The layer "${name}" was refused`);
}

/** The layers that a store has on the server now. */
export async function listStoreLayers(
  server: GeoServerClient,
  ref: StoreRef,
  signal: AbortSignal,
): Promise<string[]> {
  const isVector = ref.type === 'vector';
  const path = [...storePath(ref), isVector ? 'featuretypes' : 'coverages'];
  const body = await server.json({ path, signal }, 'The layers were not listed');
  if (!body) return [];
  return isVector ? listNames(body, 'featureTypes', 'featureType') : listNames(body, 'coverages', 'coverage');
}
