import { badGateway } from '@cairn/service';
import type { GeoServerClient } from '../geoserver/client.ts';
import { clearTiles, findLayer, setDefaultStyle } from '../geoserver/layers.ts';
import { countFeatures } from '../geoserver/ogc.ts';
import { deleteLayer, readLayer, readSource, writeLayer, writeSource } from '../geoserver/store-config.ts';
import type { ServerConfig } from '../geoserver/store-config.ts';
import { createLayer, deleteStore, listStoreLayers, uploadStore } from '../geoserver/stores.ts';
import type { StoreRef } from '../geoserver/stores.ts';
import { assignStyles, missingFeatures } from './server-side.ts';
import type { ServerPlan } from './server-side.ts';
import type { LayerState, Replacement, StoreState } from './types.ts';

/** Ends of the names of second stores. People cannot choose them, since the file of a publication may be in such a folder. */
const SECOND = ['__cairn_a', '__cairn_b'] as const;

/** The styles that GeoServer chooses by the geometries of a new layer. */
const OF_GEOMETRIES: ReadonlySet<string | null> = new Set(['point', 'line', 'polygon', 'generic']);

export const isSecondName = (name: string): boolean => /__cairn_[ab]$/i.test(name);

interface ReplaceSteps {
  /** Layers of the store that are published now. */
  published: string[];
  /** Stores what there is to undo; the next step begins when it is committed. */
  save: (replacement: Replacement) => Promise<void>;
  step: (name: string) => void;
}

/**
 * Replaces the data of a store while its layers stay. The new file goes into a second store, where it is checked; then one request
 * lets the store read it, and one for each layer sets what depends on the data.
 */
export async function replaceStore(
  server: GeoServerClient,
  plan: ServerPlan,
  { published, save, step }: ReplaceSteps,
): Promise<void> {
  const { ref, file, layers, signal } = plan;
  const planned = layers.map(({ name }) => name);
  const before = await readState(server, ref, { names: [...published, ...planned], signal });
  const end = JSON.stringify(before.source).includes(`${SECOND[0]}/`) ? SECOND[1] : SECOND[0];
  const second = { ...ref, store: ref.store + end };
  await save({ store: second.store, before: null, remove: [] });
  step('Uploading the file');
  await deleteStore(server, second, signal);
  await uploadStore(server, { ref: second, file, layer: planned[0]! + end, baseName: ref.store, signal });
  step('Checking the data');
  const read = await checkSecond(server, { ...plan, ref: second }, end);
  const source = await readSource(server, second, signal);
  if (!source) throw secondGone(second.store);
  const existing = new Map(before.layers.map((layer) => [layer.name, layer]));
  await save({ store: second.store, before, remove: planned.filter((name) => !existing.has(name)) });
  step('Replacing the data');
  await writeSource(server, ref, { source: withOptionsOf(before.source, source), signal });
  for (const { name, table } of layers) {
    const old = existing.get(name);
    if (!old) {
      await createLayer(server, { ref, name, table, signal });
      continue;
    }
    const { config, style } = read.get(name)!;
    await writeLayer(server, ref, { name, config, signal });
    // Points would be drawn as polygons, unless somebody has chosen the style.
    if (style !== null && style !== old.style && OF_GEOMETRIES.has(old.style))
      await setDefaultStyle(server, layerRef(ref, name), { style, signal });
  }
  await assignStyles(server, plan);
  await clearTilesOf(server, ref, { layers: planned, signal });
}

/** Restores a store that was to be replaced, and deletes what must not stay. It may run again at any point. */
export async function endReplacement(
  server: GeoServerClient,
  ref: StoreRef,
  { replacement, signal }: { replacement: Replacement; signal: AbortSignal },
): Promise<void> {
  const { store, before, remove } = replacement;
  if (before && (await readSource(server, ref, signal))) {
    await writeSource(server, ref, { source: before.source, signal });
    for (const { name, config, style } of before.layers) {
      await writeLayer(server, ref, { name, config, signal });
      if (style !== null) await setDefaultStyle(server, layerRef(ref, name), { style, signal });
    }
    await clearTilesOf(server, ref, { layers: before.layers.map(({ name }) => name), signal });
  }
  for (const name of remove) await deleteLayer(server, ref, { name, signal });
  await deleteStore(server, { ...ref, store }, signal);
}

async function readState(
  server: GeoServerClient,
  ref: StoreRef,
  { names, signal }: { names: string[]; signal: AbortSignal },
): Promise<StoreState> {
  const layers: LayerState[] = [];
  for (const name of await listStoreLayers(server, ref, signal)) {
    if (!names.includes(name)) continue;
    const state = await readLayerState(server, ref, { name, signal });
    if (state) layers.push(state);
  }
  return { source: (await readSource(server, ref, signal)) ?? {}, layers };
}

async function readLayerState(
  server: GeoServerClient,
  ref: StoreRef,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<LayerState | null> {
  const config = await readLayer(server, ref, { name, signal });
  const style = (await findLayer(server, layerRef(ref, name), signal))?.defaultStyle ?? null;
  return config && { name, config, style };
}

/** Creates the layers in the second store, counts their features and returns what the server has read from the data. */
async function checkSecond(
  server: GeoServerClient,
  { ref, layers, signal }: ServerPlan,
  end: string,
): Promise<Map<string, LayerState>> {
  const states = new Map<string, LayerState>();
  for (const { name, table, features } of layers) {
    const copy = name + end;
    if (ref.type === 'vector')
      await createLayer(server, { ref, name: copy, table, advertised: false, signal });
    const state = await readLayerState(server, ref, { name: copy, signal });
    if (!state) throw secondGone(ref.store);
    if (features !== null) {
      const count = await countFeatures(server, { workspace: ref.workspace, layer: copy, signal });
      if (count !== features) throw missingFeatures({ name, features, count });
    }
    states.set(name, state);
  }
  return states;
}

async function clearTilesOf(
  server: GeoServerClient,
  ref: StoreRef,
  { layers, signal }: { layers: string[]; signal: AbortSignal },
): Promise<void> {
  for (const name of layers) await clearTiles(server, layerRef(ref, name), signal);
}

/** The new parameters of a connection, with those that an administrator has added to the old ones. */
function withOptionsOf(old: ServerConfig, source: ServerConfig): ServerConfig {
  const entriesOf = (config: ServerConfig) =>
    [(config.connectionParameters as { entry?: unknown } | undefined)?.entry ?? []].flat() as ServerConfig[];
  const entries = entriesOf(source);
  if (entries.length === 0) return source;
  const keys = new Set(entries.map((entry) => entry['@key']));
  const added = entriesOf(old).filter((entry) => !keys.has(entry['@key']));
  return { ...source, connectionParameters: { entry: [...entries, ...added] } };
}

const layerRef = ({ workspace }: StoreRef, layer: string) => ({ workspace, layer });

function secondGone(store: string) {
  return badGateway(
    'vault.mapserver_upload_lost',
    `The map server took the file, but has no store "${store}" with its layers. Try again.`,
  );
}
