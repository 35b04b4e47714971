import {
  applyTool,
  calculateVector,
  clipVector,
  dissolveVector,
  filterVector,
  buildClipRegion,
  openGdal,
} from '@cairn/geo';
import type { Area, DerivedFile, DeriveOptions, LayerInfo, Tool } from '@cairn/geo';
import { findLayerSourceById } from './layer-source.ts';
import type { LayerSourceDeps } from './layer-source.ts';
import { requireLayerFrame, spatialReferenceOf } from './spatial-reference.ts';
import type { ClipArea, Derivation, LayerSource } from './types.ts';

/** Runs a derivation and writes its result to the folder in `options`. */
export async function runDerivation(
  deps: LayerSourceDeps,
  { source, derivation }: { source: LayerSource; derivation: Derivation },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const gdal = await openGdal();
  const { version, layer } = source;
  const { path } = await deps.contents.readable(version);
  const input = { path, layer: layer.name };
  switch (derivation.operation) {
    case 'filter':
      return filterVector(gdal, { ...input, where: derivation.where }, options);
    case 'dissolve':
      return dissolveVector(gdal, { ...input, field: derivation.field, sums: derivation.sums }, options);
    case 'clip': {
      const area = await toArea(deps, derivation.area);
      const frame = requireLayerFrame(layer);
      const { region, warnings } = await buildClipRegion(gdal, { area, frame }, options);
      const clipped = await clipVector(gdal, { ...input, region }, options);
      return { ...clipped, warnings: [...warnings, ...clipped.warnings] };
    }
    case 'calculate':
      return calculateVector(gdal, { ...input, calculation: derivation.calculation }, options);
    default:
      return applyTool(gdal, { source: input, tool: await toTool(deps, layer, derivation) }, options);
  }
}

type ToolDerivation = Exclude<Derivation, { operation: 'filter' | 'dissolve' | 'clip' | 'calculate' }>;

/** The derivation with the files and coordinate systems of its layers. */
export async function toTool(
  deps: LayerSourceDeps,
  layer: LayerInfo,
  derivation: ToolDerivation,
): Promise<Tool> {
  const reference = spatialReferenceOf(layer);
  const { geometryType } = layer;
  if (!('other' in derivation)) return { ...derivation, reference, geometryType };
  const { version, layer: second } = await findLayerSourceById(deps, derivation.other);
  const { path } = await deps.contents.readable(version);
  const other = {
    path,
    layer: second.name,
    reference: spatialReferenceOf(second),
    geometryType: second.geometryType,
  };
  return { ...derivation, reference, geometryType, other };
}

/** The clip area with the file of its layer. */
export async function toArea(deps: LayerSourceDeps, area: ClipArea): Promise<Area> {
  if ('polygons' in area) return area;
  const { version, layer } = await findLayerSourceById(deps, area);
  const { path } = await deps.contents.readable(version);
  const { crs, srs, extent } = requireLayerFrame(layer);
  return { clipLayer: { path, layer: layer.name, crs, srs, extent } };
}
