import type { GeoServerClient } from './client.ts';
import { isObject } from './lists.ts';
import { storePath } from './stores.ts';
import type { StoreRef } from './stores.ts';

/** Part of the configuration of a store or a layer, as GeoServer writes it. */
export type ServerConfig = Record<string, unknown>;

const KEYS = {
  vector: {
    store: 'dataStore',
    source: ['type', 'connectionParameters'],
    layer: 'featureType',
    layers: 'featuretypes',
    data: [],
  },
  raster: {
    store: 'coverageStore',
    source: ['type', 'url'],
    layer: 'coverage',
    layers: 'coverages',
    data: ['nativeCoverageName', 'nativeFormat', 'grid', 'dimensions'],
  },
} as const;

/** What GeoServer reads from the data when it creates a layer; it does not read it again when the data are replaced. */
const OF_DATA = [
  'nativeName',
  'nativeCRS',
  'srs',
  'nativeBoundingBox',
  'latLonBoundingBox',
  'projectionPolicy',
];

/** From which file a store reads; null when there is no such store. */
export async function readSource(
  server: GeoServerClient,
  ref: StoreRef,
  signal: AbortSignal,
): Promise<ServerConfig | null> {
  const { store, source } = KEYS[ref.type];
  const query = { quietOnNotFound: 'true' };
  const body = await server.json({ path: storePath(ref), query, signal }, 'The store was not read');
  return body && pick(body[store], source);
}

/** Lets a store with all its layers read from another file, in one request. */
export async function writeSource(
  server: GeoServerClient,
  ref: StoreRef,
  { source, signal }: { source: ServerConfig; signal: AbortSignal },
): Promise<void> {
  const body = { [KEYS[ref.type].store]: { name: ref.store, ...source } };
  await put(server, { path: storePath(ref), body, signal }, `The store "${ref.store}" was not changed`);
}

/** What a layer has from its data; null when the store has no such layer. */
export async function readLayer(
  server: GeoServerClient,
  ref: StoreRef,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<ServerConfig | null> {
  const { layer, data } = KEYS[ref.type];
  const path = layerPath(ref, name);
  const body = await server.json({ path, signal }, `The layer "${name}" was not read`);
  return body && pick(body[layer], [...OF_DATA, ...data]);
}

export async function writeLayer(
  server: GeoServerClient,
  ref: StoreRef,
  { name, config, signal }: { name: string; config: ServerConfig; signal: AbortSignal },
): Promise<void> {
  const body = { [KEYS[ref.type].layer]: { name, ...config } };
  await put(server, { path: layerPath(ref, name), body, signal }, `The layer "${name}" was not changed`);
}

/** Deletes a layer of a store. It may be gone already. */
export async function deleteLayer(
  server: GeoServerClient,
  ref: StoreRef,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  const query = { recurse: 'true' };
  const answer = await server.send({ path: layerPath(ref, name), method: 'DELETE', query, signal });
  if (answer.status !== 404 && (answer.status < 200 || answer.status > 299))
    throw server.unexpected(answer, `The layer "${name}" was not deleted`);
}

function layerPath(ref: StoreRef, name: string): string[] {
  return [...storePath(ref), KEYS[ref.type].layers, name];
}

/** GeoServer takes a missing `enabled` for false. */
async function put(
  server: GeoServerClient,
  { path, body, signal }: { path: string[]; body: Record<string, ServerConfig>; signal: AbortSignal },
  what: string,
): Promise<void> {
  const enabled = Object.entries(body).map(([key, config]) => [key, { ...config, enabled: true }]);
  const answer = await server.send({
    path,
    method: 'PUT',
    contentType: 'application/json',
    body: JSON.stringify(Object.fromEntries(enabled)),
    signal,
  });
  if (answer.status < 200 || answer.status > 299) throw server.unexpected(answer, what);
}

function pick(config: unknown, keys: readonly string[]): ServerConfig {
  const all = isObject(config) ? config : {};
  return Object.fromEntries(keys.filter((key) => all[key] !== undefined).map((key) => [key, all[key]]));
}
