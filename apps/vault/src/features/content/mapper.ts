import type { VaultSchemas } from '@cairn/contracts';
import type { BandInfo, Crs, FieldInfo, LayerInfo, RasterInfo, DataProfile } from '@cairn/geo';
import type { FileFacts } from './repo.ts';
import type { Version } from '../versions/types.ts';

/** The facts of a file and, if it has one, its profile. */
export function toTechnicalBody(
  version: Version,
  facts: FileFacts,
  profile: DataProfile | null,
): VaultSchemas['TechnicalMetadata'] {
  const { info } = facts;
  return {
    dataset: version.dataset,
    version: version.version,
    version_id: version.id,
    type: version.type,
    format: version.format,
    file_name: version.fileName,
    file_size: version.size,
    sha256: version.sha256,
    extracted_at: facts.extractedAt.toISOString(),
    warnings: [...info.warnings, ...(profile?.warnings ?? [])],
    ...(profile ? { problems: profile.problems, problem_count: profile.problemCount } : {}),
    ...(info.crs ? { crs: toCrsBody(info.crs) } : {}),
    ...(info.crs?.srid === undefined ? {} : { srid: info.crs.srid }),
    ...(info.extent ? { extent: info.extent } : {}),
    ...(info.extentWgs84 ? { extent_wgs84: info.extentWgs84 } : {}),
    ...(info.layers
      ? {
          layers: info.layers.map((layer) =>
            toLayerBody(
              layer,
              profile?.layers.find(({ name }) => name === layer.name),
            ),
          ),
          feature_count: info.layers.reduce((sum, { featureCount }) => sum + featureCount, 0),
        }
      : {}),
    ...(info.raster ? { raster: toRasterBody(info.raster) } : {}),
  };
}

function toRasterBody(raster: RasterInfo): VaultSchemas['Raster'] {
  return {
    width: raster.width,
    height: raster.height,
    band_count: raster.bands.length,
    bands: raster.bands.map(toBandBody),
    ...(raster.pixelSize ? { pixel_size: raster.pixelSize } : {}),
    ...(raster.compression ? { compression: raster.compression } : {}),
    ...(raster.interleave ? { interleave: raster.interleave } : {}),
  };
}

function toCrsBody(crs: Crs): VaultSchemas['Crs'] {
  return {
    name: crs.name,
    ...(crs.srid === undefined ? {} : { srid: crs.srid }),
    ...(crs.authority ? { authority: crs.authority } : {}),
    ...(crs.code ? { code: crs.code } : {}),
    ...(crs.kind ? { kind: crs.kind } : {}),
    ...(crs.unit ? { unit: crs.unit } : {}),
    ...(crs.wkt ? { wkt: crs.wkt } : {}),
    ...(crs.assumed ? { assumed: true } : {}),
  };
}

type LayerProfile = DataProfile['layers'][number];

function toLayerBody(layer: LayerInfo, profile: LayerProfile | undefined): VaultSchemas['Layer'] {
  return {
    name: layer.name,
    geometry_type: layer.geometryType,
    has_z: layer.hasZ,
    has_m: layer.hasM,
    feature_count: layer.featureCount,
    fields: layer.fields.map((field) => toFieldBody(field, profile)),
    ...(profile && profile.geometryTypes.length > 0 ? { geometry_types: profile.geometryTypes } : {}),
    ...(layer.crs?.srid === undefined ? {} : { srid: layer.crs.srid }),
    ...(layer.crs ? { crs: toCrsBody(layer.crs) } : {}),
    ...(layer.extent ? { extent: layer.extent } : {}),
    ...(layer.extentWgs84 ? { extent_wgs84: layer.extentWgs84 } : {}),
    ...(layer.geometryColumn ? { geometry_column: layer.geometryColumn } : {}),
    ...(layer.fidColumn ? { fid_column: layer.fidColumn } : {}),
  };
}

export function toFieldBody(field: FieldInfo, profile: LayerProfile | undefined): VaultSchemas['Field'] {
  const range = profile?.ranges?.find(({ name }) => name === field.name);
  return {
    name: field.name,
    type: field.type,
    nullable: field.nullable,
    native_type: field.nativeType,
    ...(field.width === undefined ? {} : { width: field.width }),
    ...(range ? { null_count: range.nullCount } : {}),
    ...(range?.minimum === undefined ? {} : { minimum: range.minimum }),
    ...(range?.maximum === undefined ? {} : { maximum: range.maximum }),
  };
}

function toBandBody(band: BandInfo): VaultSchemas['Band'] {
  return {
    band: band.band,
    data_type: band.dataType,
    color_interpretation: band.colorInterpretation,
    overviews: band.overviews,
    ...(band.description ? { description: band.description } : {}),
    ...(band.unit ? { unit: band.unit } : {}),
    ...(band.nodata === undefined ? {} : { nodata: band.nodata }),
    ...(band.mask ? { mask: band.mask } : {}),
    ...(band.blockSize ? { block_size: band.blockSize } : {}),
    ...(band.colorTableEntries === undefined ? {} : { color_table_entries: band.colorTableEntries }),
    ...(band.minimum === undefined ? {} : { minimum: band.minimum }),
    ...(band.maximum === undefined ? {} : { maximum: band.maximum }),
    ...(band.mean === undefined ? {} : { mean: band.mean }),
    ...(band.stdDev === undefined ? {} : { std_dev: band.stdDev }),
    ...(band.statisticsApproximate === undefined
      ? {}
      : { statistics_approximate: band.statisticsApproximate }),
  };
}
