import { missingCrs, missingCrsSentences } from '../crs/crs.ts';
import { toWgs84, unionExtents } from '../crs/extent.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { fieldType, layerCrs, layerGeometryType } from '../geopackage/declared-types.ts';
import type { GeopackageColumn, GeopackageLayer } from '../geopackage/types.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import type { FieldInfo, LayerInfo, TechnicalInfo } from './types.ts';

/** Reads the layers of a GeoPackage (one that was brought, or our working copy of another format). */
export async function inspectVector(gdal: Gdal, input: string, options: GdalOptions): Promise<TechnicalInfo> {
  const { layers } = await runReaderTask(gdal, { task: 'layers', file: input }, options);
  return describeLayers(gdal, layers, options);
}

/** The facts of layers with their extents in WGS 84. */
export async function describeLayers(
  gdal: Gdal,
  found: GeopackageLayer[],
  options: GdalOptions,
): Promise<TechnicalInfo> {
  const warnings = missingCrsSentences(
    found.map((layer) => ({ name: layer.name, missingCrs: missingCrs(layerCrs(layer)) })),
  );
  const layers: LayerInfo[] = [];
  for (const layer of found) {
    const crs = layerCrs(layer);
    const extentWgs84 =
      crs && layer.extent ? await toWgs84(gdal, layer.extent, { crs, cwd: options.cwd }) : null;
    if (crs && layer.extent && !extentWgs84)
      warnings.push(
        `Layer "${layer.name}": the map cannot place it. Its coordinate system is unknown, or its coordinates do not fit it.`,
      );
    layers.push({
      name: layer.name,
      geometryType: layerGeometryType(layer.geometryType),
      hasZ: layer.hasZ,
      hasM: layer.hasM,
      featureCount: layer.featureCount,
      ...(crs ? { crs } : {}),
      ...(layer.extent ? { extent: layer.extent } : {}),
      ...(extentWgs84 ? { extentWgs84 } : {}),
      geometryColumn: layer.geometryColumn,
      ...(layer.fidColumn ? { fidColumn: layer.fidColumn } : {}),
      fields: layer.columns.map(toField),
    });
  }
  const everywhere = unionExtents(layers.flatMap(({ extentWgs84 }) => (extentWgs84 ? [extentWgs84] : [])));
  return {
    warnings,
    ...(layers[0]?.crs ? { crs: layers[0].crs } : {}),
    ...(layers[0]?.extent ? { extent: layers[0].extent } : {}),
    ...(everywhere ? { extentWgs84: everywhere } : {}),
    layers,
  };
}

function toField(column: GeopackageColumn): FieldInfo {
  const width = /\((\d+)/.exec(column.type)?.[1];
  return {
    name: column.name,
    type: fieldType(column.type),
    nullable: !column.notNull,
    nativeType: column.type,
    ...(width ? { width: Number(width) } : {}),
  };
}
