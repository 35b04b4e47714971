import type { Gdal } from '../gdal/gdal.ts';
import type { LayerInfo } from '../inspect/types.ts';
import { bufferVector } from './buffer.ts';
import type { Buffering } from './buffer.ts';
import { intersectVector } from './intersect.ts';
import type { Intersecting } from './intersect.ts';
import { joinVector } from './join.ts';
import type { Joining } from './join.ts';
import { reprojectVector } from './reproject.ts';
import { simplifyVector } from './simplify.ts';
import type { DerivedFile, DeriveOptions, DeriveSource, SpatialReference } from './types.ts';

/** A geoprocessing tool for a whole layer. */
export type Tool = { reference: SpatialReference; geometryType: string } & (
  | ({ operation: 'buffer' } & Buffering)
  | { operation: 'reproject'; srid: number }
  | { operation: 'simplify'; tolerance: number }
  | ({ operation: 'spatial_join' } & Joining)
  | ({ operation: 'intersect' } & Intersecting)
);

export function applyTool(
  gdal: Gdal,
  { source, tool }: { source: DeriveSource; tool: Tool },
  options: DeriveOptions,
): Promise<DerivedFile> {
  switch (tool.operation) {
    case 'buffer':
      return bufferVector(gdal, { ...source, ...tool }, options);
    case 'reproject':
      return reprojectVector(gdal, { ...source, ...tool }, options);
    case 'simplify':
      return simplifyVector(gdal, { ...source, ...tool }, options);
    case 'spatial_join':
      return joinVector(gdal, { ...source, ...tool }, options);
    case 'intersect':
      return intersectVector(gdal, { ...source, ...tool }, options);
  }
}

/** The properties of a tool's result that a map needs. */
export function layerAfter(layer: LayerInfo, tool: Tool): LayerInfo {
  switch (tool.operation) {
    case 'buffer':
      return { ...layer, geometryType: 'MultiPolygon' };
    case 'reproject': {
      const crs = { name: `EPSG:${tool.srid}`, srid: tool.srid, authority: 'EPSG', code: String(tool.srid) };
      return { ...layer, crs };
    }
    case 'simplify':
    case 'spatial_join':
      return layer;
    case 'intersect':
      return { ...layer, geometryType: 'Geometry' };
  }
}

/** How many features the tool makes of all, estimated from a sample. */
export function countAfter(
  tool: Tool,
  { matched, picked, made }: { matched: number; picked: number; made: number },
): number {
  if (tool.operation === 'intersect') return Math.round((made * matched) / Math.max(1, picked));
  return tool.operation === 'buffer' && tool.dissolve ? Math.min(1, matched) : matched;
}
