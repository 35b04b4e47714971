import { crsFromWkt, WGS84 } from './crs.ts';
import type { Crs } from './crs.ts';
import { toWgs84, unite } from './extent.ts';
import type { Extent } from './extent.ts';
import type { Gdal, ToolOptions } from './gdal.ts';
import type { GeopackageColumn, GeopackageLayer } from './geopackage/protocol.ts';
import { runGeopackageTool } from './geopackage/run-tool.ts';
import type { FieldInfo, FieldType, LayerInfo, TechnicalInfo } from './technical.ts';

/** Reads the layers of a GeoPackage (one that was brought, or our working copy of another format). */
export async function inspectVector(gdal: Gdal, input: string, options: ToolOptions): Promise<TechnicalInfo> {
  const { layers } = await runGeopackageTool(gdal, { task: 'layers', file: input }, options);
  return describeLayers(gdal, layers, options);
}

/** What is known of layers and their places on the map, whoever read them out of the file. */
export async function describeLayers(
  gdal: Gdal,
  found: GeopackageLayer[],
  options: ToolOptions,
): Promise<TechnicalInfo> {
  const warnings: string[] = [];
  const layers: LayerInfo[] = [];
  for (const layer of found) {
    const crs = layerCrs(layer);
    if (!crs)
      warnings.push(
        `The layer "${layer.name}" names no coordinate reference system, so that it cannot be placed on a map.`,
      );
    else if (crs.assumed)
      warnings.push(
        `The layer "${layer.name}" names no coordinate reference system; WGS84 is assumed since its coordinates fit.`,
      );
    const extentWgs84 =
      crs && layer.extent ? await toWgs84(gdal, layer.extent, { crs, cwd: options.cwd }) : null;
    if (crs && layer.extent && !extentWgs84)
      warnings.push(
        `The layer "${layer.name}" has no place on a map: its coordinate reference system is not known here, or its coordinates do not belong to it.`,
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
  const everywhere = unite(layers.flatMap(({ extentWgs84 }) => (extentWgs84 ? [extentWgs84] : [])));
  return {
    warnings,
    ...(layers[0]?.crs ? { crs: layers[0].crs } : {}),
    ...(layers[0]?.extent ? { extent: layers[0].extent } : {}),
    ...(everywhere ? { extentWgs84: everywhere } : {}),
    layers,
  };
}

/** The layer's CRS; WGS84, marked as assumed, when it names none and its coordinates are degrees; else null. */
export function layerCrs(layer: GeopackageLayer): Crs | null {
  if (!layer.srs) return layer.extent && isDegrees(layer.extent) ? { ...WGS84, assumed: true } : null;
  const authority = layer.srs.organization.toUpperCase();
  const known = crsFromWkt(layer.srs.definition);
  const identified = authority !== 'NONE' && layer.srs.code > 0;
  return {
    ...(known ?? { name: layer.srs.name, kind: 'other' as const }),
    ...(identified ? { authority, code: String(layer.srs.code) } : {}),
    ...(identified && authority === 'EPSG' ? { srid: layer.srs.code } : {}),
  };
}

function isDegrees([minX, minY, maxX, maxY]: Extent): boolean {
  return minX >= -180 && maxX <= 180 && minY >= -90 && maxY <= 90;
}

const GEOMETRY_TYPES = [
  'Geometry',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
  'CircularString',
  'CompoundCurve',
  'CurvePolygon',
  'MultiCurve',
  'MultiSurface',
  'Curve',
  'Surface',
];

/** GeoPackage spells geometry types in capitals. */
export function layerGeometryType(name: string): string {
  return GEOMETRY_TYPES.find((type) => type.toUpperCase() === name.toUpperCase()) ?? 'Geometry';
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

/** What a column of this declared type holds. */
export function fieldType(declared: string): FieldType {
  const type = declared.toUpperCase();
  if (type.startsWith('BOOL')) return 'boolean';
  if (/INT/.test(type)) return 'integer';
  if (/FLOAT|DOUBLE|REAL|NUMERIC|DECIMAL/.test(type)) return 'real';
  if (type === 'DATE') return 'date';
  if (/DATETIME|TIMESTAMP/.test(type)) return 'datetime';
  if (type === 'TIME') return 'time';
  return /BLOB|BINARY/.test(type) ? 'binary' : 'text';
}
