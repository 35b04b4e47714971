import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readBody, RestError, sendText } from './answer.ts';
import type { GeoServerExchange } from './answer.ts';
import { addLayer, readTables } from './catalog.ts';
import type { Store, Workspace } from './catalog.ts';
import { postgisBody, readParameters } from './postgis-stores.ts';

export interface StoreScope {
  workspace: Workspace;
  workspaceName: string;
  kind: Store['kind'];
  /** The data directory. */
  folder: string;
}

/** A store as it is written, with the address of its file below the data directory. */
export function storeBody(
  { kind, name, enabled, file, connection }: Store,
  { folder, workspaceName }: StoreScope,
): Record<string, unknown> {
  if (connection) return postgisBody({ name, enabled, connection });
  const url = `file:${relative(folder, file)}`;
  if (kind === 'coveragestore') return { name, type: 'GeoTIFF', enabled, url };
  const entry = [
    { '@key': 'database', $: url },
    { '@key': 'dbtype', $: 'geopkg' },
    { '@key': 'namespace', $: `http://${workspaceName}` },
  ];
  return { name, type: 'GeoPackage', enabled, connectionParameters: { entry } };
}

interface StoreChange {
  name?: string;
  enabled?: boolean;
  url?: string;
  connectionParameters?: { entry: { '@key': string; $: string }[] };
}

/** Modifies a store: its layers stay, and read from the new file. What is missing stays, but for a missing `enabled`, which is false. */
export async function changeStore(
  store: Store,
  { kind, folder }: StoreScope,
  { req, res }: GeoServerExchange,
): Promise<void> {
  const body = JSON.parse(String(await readBody(req))) as Record<string, StoreChange>;
  const change = body[kind === 'datastore' ? 'dataStore' : 'coverageStore'] ?? {};
  if (change.name !== undefined && change.name !== store.name)
    throw new RestError(403, 'The name of a store cannot be changed');
  if (store.connection) {
    Object.assign(store.connection, readParameters(change.connectionParameters));
    store.enabled = change.enabled ?? false;
    return sendText(res, 200, '');
  }
  const url =
    change.url ?? change.connectionParameters?.entry.find((entry) => entry['@key'] === 'database')?.$;
  if (url !== undefined) store.file = join(folder, url.replace(/^file:/, ''));
  store.enabled = change.enabled ?? false;
  sendText(res, 200, '');
}

/** Creates a store from an uploaded file, or replaces its file: the folder is emptied before the first byte is written. */
export async function upload(scope: StoreScope, exchange: GeoServerExchange): Promise<void> {
  const { workspace, workspaceName, kind, folder } = scope;
  const { req, res, segments, query } = exchange;
  const name = segments[4]!;
  const extension = segments[5]!.slice('file.'.length);
  if (extension !== (kind === 'datastore' ? 'gpkg' : 'geotiff'))
    throw new RestError(400, `Unsupported format: ${extension}`);
  const directory = join(folder, 'data', workspaceName, name);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const file = join(directory, query.get('filename') ?? `${name}.${extension}`);
  await pipeline(req, createWriteStream(file));
  const existing = workspace.stores.get(name);
  const store: Store = existing ?? { kind, name, enabled: true, file, types: [] };
  store.file = file;
  workspace.stores.set(name, store);
  const configure = query.get('configure') ?? 'first';
  if (configure !== 'none' && kind === 'datastore') {
    for (const table of readTables(file).slice(0, configure === 'all' ? undefined : 1)) {
      if (store.types.some(({ nativeName }) => nativeName === table.name)) continue;
      addLayer(workspace, store, { name: freeName(workspace, table.name), nativeName: table.name });
    }
  } else if (configure !== 'none' && store.types.length === 0) {
    addLayer(workspace, store, { name: query.get('coverageName') ?? name, nativeName: name });
  }
  res.writeHead(201).end();
}

/** What GeoServer does without a word when a layer of another store has the name. */
function freeName(workspace: Workspace, name: string): string {
  let free = name;
  for (let number = 1; number < 10 && workspace.layers.has(free); number += 1) free = `${name}${number}`;
  return free;
}
