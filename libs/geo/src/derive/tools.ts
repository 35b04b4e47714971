import type { Gdal } from '../gdal.ts';
import type { LayerInfo } from '../technical.ts';
import { bufferVector } from './buffer.ts';
import type { Buffering, Place } from './buffer.ts';
import type { DerivedFile, DeriveOptions, DeriveSource } from './types.ts';

/** Work on a whole layer that needs no other preparation than what is given here. */
export type Tool = { operation: 'buffer'; place: Place } & Buffering;

export function applyTool(
  gdal: Gdal,
  { source, tool }: { source: DeriveSource; tool: Tool },
  options: DeriveOptions,
): Promise<DerivedFile> {
  return bufferVector(gdal, { ...source, ...tool }, options);
}

/** The layer that a tool makes of a layer, as far as a map needs to know it. */
export function layerAfter(layer: LayerInfo, _tool: Tool): LayerInfo {
  return { ...layer, geometryType: 'MultiPolygon' };
}

/** How many features the tool makes of all, when it makes so many of a sample. */
export function countAfter(tool: Tool, { matched }: { matched: number }): number {
  return tool.operation === 'buffer' && tool.dissolve ? Math.min(1, matched) : matched;
}
