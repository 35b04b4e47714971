import type { VaultSchemas } from '@cairn/contracts';
import { checkCalculation, checkCondition, findField, parseCondition } from '@cairn/geo';
import type { LayerInfo } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import { readBox, readDrawnArea } from './clip-area.ts';
import type { LayerResolver } from './layer-source.ts';
import { requireLayerFrame, spatialReferenceOf } from './layer-source.ts';
import type { ClipArea, DerivationRequest } from './types.ts';

export type DerivationInput = VaultSchemas['DerivationPreviewInput'];

/** The fields that a condition may name: those of a layer and its key. */
export function fieldsOf({ fields, fidColumn }: LayerInfo) {
  return [...(fidColumn ? [{ name: fidColumn, type: 'integer' as const }] : []), ...fields];
}

/** Resolvers for the layer of a second dataset: one with polygons to clip by, or any. */
export interface Resolvers {
  clipLayer: LayerResolver;
  layer: LayerResolver;
}

/** The layer that a request names. */
export function requestedLayer(input: DerivationInput): string | undefined {
  return input[input.operation]?.layer;
}

/** Checks a request for an operation on a layer. @throws {AppError} as the operation below does. */
export async function readDerivation(
  input: DerivationInput,
  layer: LayerInfo,
  resolvers: Resolvers,
): Promise<DerivationRequest> {
  const {
    operation,
    filter,
    dissolve,
    clip,
    buffer,
    reproject,
    simplify,
    spatial_join: join,
    intersect,
    calculate,
  } = input;
  if (operation === 'filter' && filter) return readFilter(filter, layer);
  if (operation === 'dissolve' && dissolve) return readDissolve(dissolve, layer);
  if (operation === 'clip' && clip) return readClip(clip, layer, resolvers.clipLayer);
  if (operation === 'buffer' && buffer) return readBuffer(buffer, layer);
  if (operation === 'reproject' && reproject) return readReproject(reproject, layer);
  if (operation === 'simplify' && simplify) return readSimplify(simplify, layer);
  if (operation === 'spatial_join' && join) return readSpatialJoin(join, layer, resolvers.layer);
  if (operation === 'intersect' && intersect) return readIntersect(intersect, layer, resolvers.layer);
  if (operation === 'calculate' && calculate) return readCalculate(calculate, layer);
  throw badRequest(
    'vault.nothing_asked',
    `The parameters of the operation are missing. Add an object named "${operation}".`,
  );
}

/** @throws {AppError} bad_request for a condition that does not fit the layer. */
function readFilter(input: VaultSchemas['FilterInput'], layer: LayerInfo): DerivationRequest {
  const { where } = input;
  checkCondition(parseCondition(where), fieldsOf(layer));
  return {
    derivation: { operation: 'filter', layer: layer.name, where },
    parameters: { layer: layer.name, where },
  };
}

/** @throws {AppError} bad_request for fields that do not exist or cannot be summed. */
function readDissolve(input: VaultSchemas['DissolveInput'], layer: LayerInfo): DerivationRequest {
  const { mode } = input;
  if (mode === 'field' && !input.field)
    throw badRequest('vault.field_missing', 'Mode "field" needs a field whose values define the groups.');
  const field = mode === 'field' ? findField(input.field as string, layer.fields) : null;
  if (field?.type === 'binary')
    throw badRequest(
      'vault.field_unfit',
      `The field "${field.name}" contains binary data. Choose another one.`,
    );
  const requested = (input.aggregations ?? []).map((each) => (typeof each === 'string' ? each : each.field));
  const sums = [...new Set(requested)].map((name) => {
    const summed = findField(name, layer.fields);
    if (summed.type !== 'integer' && summed.type !== 'real') {
      throw badRequest(
        'vault.field_unfit',
        `The field "${summed.name}" does not contain numbers and cannot be summed. Choose numeric fields.`,
      );
    }
    return summed.name;
  });
  const by = field ? { field: field.name } : {};
  return {
    derivation: {
      operation: 'dissolve',
      layer: layer.name,
      field: field?.name ?? null,
      sums: [...new Set(sums)],
    },
    parameters: { layer: layer.name, mode, ...by, aggregations: [...new Set(sums)] },
  };
}

/**
 * @throws {AppError} bad_request for an invalid area and a layer without features, conflict for a layer without a known CRS, and
 * the errors of the resolver.
 */
async function readClip(
  input: VaultSchemas['ClipInput'],
  layer: LayerInfo,
  resolveClipLayer: LayerResolver,
): Promise<DerivationRequest> {
  const { area, described } = await readClipArea(input, resolveClipLayer);
  requireLayerFrame(layer);
  return {
    derivation: { operation: 'clip', layer: layer.name, area },
    parameters: { layer: layer.name, mode: input.mode, ...described },
  };
}

/** The area, and its description for the lineage. */
async function readClipArea(
  input: VaultSchemas['ClipInput'],
  resolveClipLayer: LayerResolver,
): Promise<{ area: ClipArea; described: Record<string, unknown> }> {
  if (input.mode === 'draw') {
    return { area: { polygons: readDrawnArea(input.geometry) }, described: { geometry: input.geometry } };
  }
  if (input.mode === 'bbox') {
    const { polygons, box } = readBox(input.bbox);
    return { area: { polygons }, described: { bbox: box } };
  }
  if (!input.clip_dataset) {
    throw badRequest(
      'vault.no_area',
      'Mode "dataset" needs clip_dataset: the name of a dataset with polygons.',
    );
  }
  const { version, layer } = await resolveClipLayer(input.clip_dataset, input.clip_layer);
  return {
    area: { versionId: version.id, layer: layer.name },
    described: { clip_dataset: version.dataset, clip_layer: layer.name, clip_version: version.version },
  };
}

/** @throws {AppError} conflict for a layer without a known CRS. */
function readBuffer(
  { distance, dissolve = false }: VaultSchemas['BufferInput'],
  layer: LayerInfo,
): DerivationRequest {
  spatialReferenceOf(layer);
  return {
    derivation: { operation: 'buffer', layer: layer.name, distance, dissolve },
    parameters: { layer: layer.name, distance, dissolve },
  };
}

/**
 * The job checks the code, since that needs a program.
 * @throws {AppError} bad_request for the layer's own CRS, conflict for a layer without a known CRS.
 */
function readReproject({ srid }: VaultSchemas['ReprojectInput'], layer: LayerInfo): DerivationRequest {
  if (spatialReferenceOf(layer).crs.srid === srid)
    throw badRequest('vault.same_crs', `The layer "${layer.name}" is already in EPSG:${srid}.`);
  return {
    derivation: { operation: 'reproject', layer: layer.name, srid },
    parameters: { layer: layer.name, srid },
  };
}

/** @throws {AppError} bad_request for a layer of points, conflict for one without a known CRS. */
function readSimplify({ tolerance }: VaultSchemas['SimplifyInput'], layer: LayerInfo): DerivationRequest {
  spatialReferenceOf(layer);
  if (layer.geometryType.endsWith('Point'))
    throw badRequest(
      'vault.only_points',
      `The layer "${layer.name}" contains points, which have nothing to simplify.`,
    );
  return {
    derivation: { operation: 'simplify', layer: layer.name, tolerance },
    parameters: { layer: layer.name, tolerance },
  };
}

/** @throws {AppError} conflict for a layer without a known CRS, and the errors of the resolver. */
async function readSpatialJoin(
  input: VaultSchemas['SpatialJoinInput'],
  layer: LayerInfo,
  resolveLayer: LayerResolver,
): Promise<DerivationRequest> {
  const { predicate = 'intersects' } = input;
  spatialReferenceOf(layer);
  const { version, layer: other } = await resolveLayer(input.join_dataset, input.join_layer);
  spatialReferenceOf(other);
  return {
    derivation: {
      operation: 'spatial_join',
      layer: layer.name,
      other: { versionId: version.id, layer: other.name },
      predicate,
    },
    parameters: {
      layer: layer.name,
      predicate,
      join_dataset: version.dataset,
      join_layer: other.name,
      join_version: version.version,
    },
  };
}

/** @throws {AppError} conflict for a layer without a known CRS, and the errors of the resolver. */
async function readIntersect(
  input: VaultSchemas['IntersectInput'],
  layer: LayerInfo,
  resolveLayer: LayerResolver,
): Promise<DerivationRequest> {
  spatialReferenceOf(layer);
  const { version, layer: other } = await resolveLayer(input.intersect_dataset, input.intersect_layer);
  spatialReferenceOf(other);
  return {
    derivation: {
      operation: 'intersect',
      layer: layer.name,
      other: { versionId: version.id, layer: other.name },
    },
    parameters: {
      layer: layer.name,
      intersect_dataset: version.dataset,
      intersect_layer: other.name,
      intersect_version: version.version,
    },
  };
}

/** @throws {AppError} bad_request for a field or an expression that does not fit the layer. */
function readCalculate(
  { field, replace = false, type, expression }: VaultSchemas['CalculateInput'],
  layer: LayerInfo,
): DerivationRequest {
  const readable = fieldsOf(layer);
  const taken = layer.fidColumn ? [layer.fidColumn] : [];
  const calculation = { field, replace, type: type ?? null, expression };
  const checked = checkCalculation(calculation, { fields: layer.fields, taken, readable });
  return {
    derivation: { operation: 'calculate', layer: layer.name, calculation },
    parameters: { layer: layer.name, calculated: checked.name, replace, type: checked.type, expression },
  };
}
