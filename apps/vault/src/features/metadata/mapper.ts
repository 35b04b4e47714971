import type { VaultSchemas } from '@cairn/contracts';
import type { BandInfo, Crs, LayerInfo } from '@cairn/geo';
import type { FileFacts } from '../contents/repo.ts';
import type { Permissions } from '../datasets/service.ts';
import type { Dataset } from '../datasets/types.ts';
import type { Version } from '../versions/types.ts';

export function toMetadataBody(
  dataset: Dataset,
  permissions: Permissions,
  folder: { id: number; name: string } | null,
): VaultSchemas['DatasetMetadata'] {
  return {
    name: dataset.name,
    title: dataset.title,
    description: dataset.description,
    tags: dataset.tags,
    citation: dataset.citation,
    attribution: dataset.attribution,
    keywords: dataset.keywords,
    notes: dataset.notes,
    dataset_id: dataset.id,
    created_at: dataset.createdAt.toISOString(),
    archived: dataset.archivedAt !== null,
    permissions,
    ...(dataset.owner === null ? {} : { owner: dataset.owner }),
    ...(dataset.ownerId === null ? {} : { owner_id: dataset.ownerId }),
    ...(dataset.describedAt ? { updated_at: dataset.describedAt.toISOString() } : {}),
    ...(dataset.describedBy === null ? {} : { updated_by: dataset.describedBy }),
    ...(dataset.archivedAt ? { archived_at: dataset.archivedAt.toISOString() } : {}),
    ...(folder ? { folder_id: folder.id, folder: folder.name } : {}),
  };
}

/** What is said of a dataset that nobody has described, or that is not known. */
export function defaultMetadataBody(name: string): VaultSchemas['DatasetMetadata'] {
  return {
    name,
    title: name,
    description: '',
    tags: [],
    citation: '',
    attribution: '',
    keywords: [],
    notes: '',
    archived: false,
  };
}

export function toTechnicalBody(version: Version, facts: FileFacts): VaultSchemas['TechnicalMetadata'] {
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
    warnings: info.warnings,
    ...(info.crs ? { crs: toCrsBody(info.crs) } : {}),
    ...(info.crs?.srid === undefined ? {} : { srid: info.crs.srid }),
    ...(info.extent ? { extent: info.extent } : {}),
    ...(info.extentWgs84 ? { extent_wgs84: info.extentWgs84 } : {}),
    ...(info.layers
      ? {
          layers: info.layers.map(toLayerBody),
          feature_count: info.layers.reduce((sum, { featureCount }) => sum + featureCount, 0),
        }
      : {}),
    ...(info.raster
      ? {
          raster: {
            width: info.raster.width,
            height: info.raster.height,
            band_count: info.raster.bands.length,
            bands: info.raster.bands.map(toBandBody),
            ...(info.raster.pixelSize ? { pixel_size: info.raster.pixelSize } : {}),
            ...(info.raster.compression ? { compression: info.raster.compression } : {}),
            ...(info.raster.interleave ? { interleave: info.raster.interleave } : {}),
          },
        }
      : {}),
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

function toLayerBody(layer: LayerInfo): VaultSchemas['Layer'] {
  return {
    name: layer.name,
    geometry_type: layer.geometryType,
    has_z: layer.hasZ,
    has_m: layer.hasM,
    feature_count: layer.featureCount,
    fields: layer.fields.map((field) => ({
      name: field.name,
      type: field.type,
      nullable: field.nullable,
      native_type: field.nativeType,
      ...(field.width === undefined ? {} : { width: field.width }),
    })),
    ...(layer.crs?.srid === undefined ? {} : { srid: layer.crs.srid }),
    ...(layer.crs ? { crs: toCrsBody(layer.crs) } : {}),
    ...(layer.extent ? { extent: layer.extent } : {}),
    ...(layer.extentWgs84 ? { extent_wgs84: layer.extentWgs84 } : {}),
    ...(layer.geometryColumn ? { geometry_column: layer.geometryColumn } : {}),
    ...(layer.fidColumn ? { fid_column: layer.fidColumn } : {}),
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
