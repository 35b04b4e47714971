import type { LayerInfo } from '@cairn/geo';
import { badGateway, conflict, notFound } from '@cairn/service';
import type { GeoServerClient } from '../geoserver/client.ts';
import { findLayer, setDefaultStyle } from '../geoserver/layers.ts';
import { countFeatures, listOfferedLayers } from '../geoserver/ogc.ts';
import { createLayer, listStoreLayers, uploadStore } from '../geoserver/stores.ts';
import type { StoreRef } from '../geoserver/stores.ts';
import { resolveStyle } from '../geoserver/styles.ts';
import { hasWorkspace } from '../geoserver/workspaces.ts';
import { toServerName } from './read-request.ts';

/** A layer that is to be on the map server. */
export interface PlannedLayer {
  name: string;
  /** Table of the GeoPackage; the same as the name for a raster. */
  table: string;
  /** Null for a raster. */
  features: number | null;
}

export interface ServerPlan {
  ref: StoreRef;
  file: string;
  layers: PlannedLayer[];
  style: string | null;
  signal: AbortSignal;
}

/**
 * The layers with a geometry, named by the requested name, which is a prefix where the file has several.
 * @throws {AppError} conflict when there is none, or one without a coordinate system.
 */
export function planLayers(layers: LayerInfo[], name: string): PlannedLayer[] {
  const drawn = layers.filter(({ geometryType }) => geometryType !== 'None');
  if (drawn.length === 0)
    throw conflict('vault.nothing_to_publish', 'The version has no layer with geometries to publish.');
  const unplaced = drawn.find(({ crs }) => crs === undefined || crs.assumed === true);
  if (unplaced) {
    throw conflict(
      'vault.publish_without_crs',
      `The layer "${unplaced.name}" has no coordinate system, which a map server needs. Set it first.`,
    );
  }
  return drawn.map((layer) => ({
    name: drawn.length === 1 ? name : toServerName(`${name}_${layer.name}`),
    table: layer.name,
    features: layer.featureCount,
  }));
}

/** What must be right before anything is created or deleted; `own` are layers of the store that is replaced. @throws {AppError} conflict or not_found with the reason. */
export async function checkBefore(
  server: GeoServerClient,
  plan: ServerPlan,
  own: ReadonlySet<string>,
): Promise<{ style: string | null }> {
  const { ref, layers, signal } = plan;
  if (!(await hasWorkspace(server, ref.workspace, signal))) {
    throw notFound(
      'vault.no_such_workspace',
      `There is no workspace "${ref.workspace}" on this map server. Create it first, or choose another.`,
    );
  }
  for (const { name } of layers) {
    if (!own.has(name) && (await findLayer(server, { workspace: ref.workspace, layer: name }, signal))) {
      throw conflict(
        'vault.layer_name_taken',
        `The workspace "${ref.workspace}" already has a layer "${name}" from another store. Choose another layer name.`,
      );
    }
  }
  if (plan.style === null) return { style: null };
  const style = await resolveStyle(server, { workspace: ref.workspace, style: plan.style, signal });
  if (style !== null) return { style };
  throw notFound(
    'vault.no_such_style',
    `There is no style "${plan.style}" in the workspace "${ref.workspace}" or among the global styles of this map server.`,
  );
}

/** Creates the store and its layers. What exists after a failure is for the caller to remove. */
export async function createOnServer(
  server: GeoServerClient,
  plan: ServerPlan,
  step: (name: string) => void,
): Promise<void> {
  const { ref, file, layers, signal } = plan;
  step('Uploading the file');
  await uploadStore(server, { ref, file, layer: layers[0]!.name, signal });
  step('Creating layers');
  for (const { name, table } of ref.type === 'vector' ? layers : [])
    await createLayer(server, { ref, name, table, signal });
  const present = (await listStoreLayers(server, ref, signal)).sort();
  const planned = layers.map(({ name }) => name).sort();
  if (present.join('\n') !== planned.join('\n')) {
    throw badGateway(
      'vault.mapserver_layers_differ',
      `The map server created the layers ${present.join(', ') || '(none)'} instead of ${planned.join(', ')}.`,
    );
  }
  if (plan.style !== null) step('Assigning the style');
  await assignStyles(server, plan);
}

/** Assigns the style of the plan, if it has one, to all its layers. */
export async function assignStyles(
  server: GeoServerClient,
  { ref, layers, style, signal }: ServerPlan,
): Promise<void> {
  if (style === null) return;
  for (const { name } of layers)
    await setDefaultStyle(server, { workspace: ref.workspace, layer: name }, { style, signal });
}

/** @throws {AppError} bad_gateway unless the services offer all layers, with all their features. */
export async function checkOffered(
  server: GeoServerClient,
  { ref, layers, signal }: ServerPlan,
): Promise<void> {
  const { workspace, type } = ref;
  for (const service of ['wms', type === 'vector' ? 'wfs' : 'wcs'] as const) {
    const offered = await listOfferedLayers(server, { workspace, service, signal });
    const missing = layers.find(({ name }) => !offered.has(name));
    if (missing) {
      throw badGateway(
        'vault.mapserver_layer_missing',
        `The map server took the layer "${missing.name}", but does not offer it by ${service.toUpperCase()}.`,
      );
    }
  }
  for (const { name, features } of layers) {
    if (features === null) continue;
    const count = await countFeatures(server, { workspace, layer: name, signal });
    if (count !== features) throw missingFeatures({ name, features, count });
  }
}

export function missingFeatures({
  name,
  features,
  count,
}: {
  name: string;
  features: number;
  count: number;
}) {
  return badGateway(
    'vault.mapserver_features_differ',
    `The layer "${name}" has ${features} features, but the map server offers ${count}.`,
  );
}
