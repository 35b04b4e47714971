import type { VaultSchemas } from '@cairn/contracts';
import { checkCalculation, checkCondition, findField, parseCondition } from '@cairn/geo';
import type { LayerInfo } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import { boxArea, drawnArea } from './area.ts';
import type { LayerResolver } from './clip-source.ts';
import { spatialReferenceOf } from './spatial-reference.ts';
import type { DerivationRequest } from './types.ts';

/** What a condition may name: the fields of a layer and its key. */
export function fieldsOf({ fields, fidColumn }: LayerInfo) {
  return [...(fidColumn ? [{ name: fidColumn, type: 'integer' as const }] : []), ...fields];
}

/** AppError `bad_request` for what is no condition on the layer. */
export function askFilter(input: VaultSchemas['FilterInput'], layer: LayerInfo): DerivationRequest {
  const { where } = input;
  checkCondition(parseCondition(where), fieldsOf(layer));
  return {
    derivation: { operation: 'filter', layer: layer.name, where },
    parameters: { layer: layer.name, where },
  };
}

/** AppError `bad_request` for fields that are not there or cannot be summed. */
export function askDissolve(input: VaultSchemas['DissolveInput'], layer: LayerInfo): DerivationRequest {
  const { mode } = input;
  if (mode === 'field' && !input.field)
    throw badRequest('vault.field_missing', 'Mode "field" needs a field whose values tell the groups apart.');
  const field = mode === 'field' ? findField(input.field as string, layer.fields) : null;
  if (field?.type === 'binary')
    throw badRequest('vault.field_unfit', `The field "${field.name}" holds bytes; choose another one.`);
  const wanted = (input.aggregations ?? []).map((each) => (typeof each === 'string' ? each : each.field));
  const sums = [...new Set(wanted)].map((name) => {
    const summed = findField(name, layer.fields);
    if (summed.type !== 'integer' && summed.type !== 'real') {
      throw badRequest(
        'vault.field_unfit',
        `The field "${summed.name}" holds no numbers, so that it has no sum; choose numeric fields.`,
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

/** AppError `bad_request` for what is no area; see knife.ts for datasets that cut. */
export async function askClip(
  input: VaultSchemas['ClipInput'],
  layer: LayerInfo,
  findKnife: LayerResolver,
): Promise<DerivationRequest> {
  const { mode } = input;
  const asked = (area: (DerivationRequest['derivation'] & { operation: 'clip' })['area'], told: object) => ({
    derivation: { operation: 'clip' as const, layer: layer.name, area },
    parameters: { layer: layer.name, mode, ...told },
  });
  if (mode === 'draw') return asked({ polygons: drawnArea(input.geometry) }, { geometry: input.geometry });
  if (mode === 'bbox') {
    const { polygons, box } = boxArea(input.bbox);
    return asked({ polygons }, { bbox: box });
  }
  if (!input.clip_dataset)
    throw badRequest(
      'vault.no_area',
      'Mode "dataset" needs clip_dataset: the name of a dataset with polygons.',
    );
  const { version, layer: knife } = await findKnife(input.clip_dataset, input.clip_layer);
  return asked(
    { versionId: version.id, layer: knife.name },
    { clip_dataset: version.dataset, clip_layer: knife.name, clip_version: version.version },
  );
}

/** @throws {AppError} conflict for a layer that has no place on earth. */
export function askBuffer(
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
 * Whether the code is one is found out by the job, which has a folder for the program that knows.
 * @throws {AppError} bad_request for the layer's own CRS, conflict for a layer that has no place on earth.
 */
export function askReproject({ srid }: VaultSchemas['ReprojectInput'], layer: LayerInfo): DerivationRequest {
  if (spatialReferenceOf(layer).crs.srid === srid)
    throw badRequest('vault.same_crs', `The layer "${layer.name}" is in EPSG:${srid} already.`);
  return {
    derivation: { operation: 'reproject', layer: layer.name, srid },
    parameters: { layer: layer.name, srid },
  };
}

/** @throws {AppError} bad_request for a layer of points, conflict for one that has no place on earth. */
export function askSimplify(
  { tolerance }: VaultSchemas['SimplifyInput'],
  layer: LayerInfo,
): DerivationRequest {
  spatialReferenceOf(layer);
  if (layer.geometryType.endsWith('Point'))
    throw badRequest(
      'vault.only_points',
      `The layer "${layer.name}" holds points, which have nothing to simplify.`,
    );
  return {
    derivation: { operation: 'simplify', layer: layer.name, tolerance },
    parameters: { layer: layer.name, tolerance },
  };
}

/** @throws {AppError} conflict for a layer that has no place on earth, and what the finder throws. */
export async function askSpatialJoin(
  input: VaultSchemas['SpatialJoinInput'],
  layer: LayerInfo,
  findLayer: LayerResolver,
): Promise<DerivationRequest> {
  const { predicate = 'intersects' } = input;
  spatialReferenceOf(layer);
  const { version, layer: other } = await findLayer(input.join_dataset, input.join_layer);
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

/** @throws {AppError} conflict for a layer that has no place on earth, and what the finder throws. */
export async function askIntersect(
  input: VaultSchemas['IntersectInput'],
  layer: LayerInfo,
  findLayer: LayerResolver,
): Promise<DerivationRequest> {
  spatialReferenceOf(layer);
  const { version, layer: other } = await findLayer(input.intersect_dataset, input.intersect_layer);
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
export function askCalculate(
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
