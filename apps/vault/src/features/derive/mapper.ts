import type { VaultSchemas } from '@cairn/contracts';
import type { DerivationPreview, FieldValues } from '@cairn/geo';
import { toFieldBody } from '../content/mapper.ts';
import type { LayerSource } from './types.ts';

export function toFieldListBody({ version, layer, layers }: LayerSource): VaultSchemas['FieldList'] {
  return {
    dataset: version.dataset,
    version: version.version,
    layer: layer.name,
    layers,
    geometry_type: layer.geometryType,
    feature_count: layer.featureCount,
    fields: layer.fields.map((field) => toFieldBody(field, undefined)),
  };
}

export function toValueListBody(
  { version, layer }: LayerSource,
  { field, values, counts, truncated }: { field: string } & FieldValues,
): VaultSchemas['ValueList'] {
  return {
    dataset: version.dataset,
    version: version.version,
    layer: layer.name,
    field,
    values,
    counts,
    truncated,
  };
}

export function toPreviewBody(preview: DerivationPreview): VaultSchemas['DerivationPreview'] {
  const { area, length, bbox, calculated } = preview;
  return {
    feature_count: preview.featureCount,
    total: preview.total,
    ...(area === null ? {} : { area_m2: area }),
    ...(length === null ? {} : { length_m: length }),
    ...(preview.isEstimated ? { estimated: true } : {}),
    ...(bbox ? { bbox } : {}),
    ...(calculated ? { calculated } : {}),
    sample: JSON.parse(preview.sample) as Record<string, unknown>,
  };
}
