import type { GeoServerClient } from './client.ts';
import { isObject } from './lists.ts';

export interface LayerRef {
  workspace: string;
  layer: string;
}

export interface ServerLayer {
  type: 'vector' | 'raster' | 'other';
  /** Such as `polygon` or `workspace:style`; null for a group of layers. */
  defaultStyle: string | null;
}

const pathOf = ({ workspace, layer }: LayerRef): string[] => ['rest', 'layers', `${workspace}:${layer}`];

/** Null when there is no such layer. */
export async function findLayer(
  server: GeoServerClient,
  ref: LayerRef,
  signal?: AbortSignal,
): Promise<ServerLayer | null> {
  const body = await server.json({ path: pathOf(ref), signal }, 'The layer was not read');
  if (!body) return null;
  const layer = isObject(body.layer) ? body.layer : {};
  const style = isObject(layer.defaultStyle) ? layer.defaultStyle.name : null;
  return {
    type: layer.type === 'VECTOR' ? 'vector' : layer.type === 'RASTER' ? 'raster' : 'other',
    defaultStyle: typeof style === 'string' ? style : null,
  };
}

/** Sets the default style and reads it again: GeoServer drops a reference to an unknown style without a word. */
export async function setDefaultStyle(
  server: GeoServerClient,
  ref: LayerRef,
  { style, signal }: { style: string; signal?: AbortSignal },
): Promise<void> {
  const what = `The style "${style}" was not assigned to "${ref.layer}"`;
  const answer = await server.send({
    path: pathOf(ref),
    method: 'PUT',
    contentType: 'application/json',
    body: JSON.stringify({ layer: { defaultStyle: { name: style } } }),
    signal,
  });
  if (answer.status < 200 || answer.status > 299) throw server.unexpected(answer, what);
  const assigned = (await findLayer(server, ref, signal))?.defaultStyle ?? '';
  if (assigned.replace(/^.*:/, '') === style.replace(/^.*:/, '')) return;
  throw server.unexpected({ status: answer.status, text: 'the layer kept its style' }, what);
}

/** Removes the tiles of a layer that GeoServer has cached. A server without a tile cache, or without the layer in it, has none. */
export async function clearTiles(
  server: GeoServerClient,
  { workspace, layer }: LayerRef,
  signal: AbortSignal,
): Promise<void> {
  const name = `${workspace}:${layer}`.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  await server.send({
    path: ['gwc', 'rest', 'masstruncate'],
    method: 'POST',
    accept: '*/*',
    contentType: 'text/xml',
    body: `<truncateLayer><layerName>${name}</layerName></truncateLayer>`,
    signal,
  });
}
