import { encodingFor, freeName, launder } from '@cairn/geo';
import type { PackageGeometry, PackageTable } from '@cairn/geo';
import type { ColumnLayout, GeometryLayout, TableLayout } from './types.ts';

/** Types that a column of PostGIS can be limited to; arcs and the like go to columns for any type. */
const SIMPLE_TYPES = [
  ...['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'],
  'GeometryCollection',
];

/** A reference system of a package, and the database's code for it. */
export type SridOf = (srs: PackageGeometry['srs']) => number;

/** Columns that are kept in step, in the order of the table. */
export function syncedColumns({ columns }: TableLayout): ColumnLayout[] {
  return columns.filter(({ frozen }) => frozen === undefined);
}

/** The geometry column if it is kept in step. */
export function syncedGeometry({ geometry }: TableLayout): GeometryLayout | null {
  return geometry?.frozen === undefined ? geometry : null;
}

/** Whether single geometries are wrapped into collections of their kind. */
export function isPromoted({ type }: GeometryLayout): boolean {
  return type.startsWith('Multi');
}

/** The layout of a table that has none yet. Names are those that ogr2ogr gives; taken ones get a number. */
export function newTable(
  table: PackageTable & { key: string },
  { name, sridOf }: { name: string; sridOf: SridOf },
): TableLayout {
  const taken = new Set<string>();
  const key = { source: table.key, name: take(table.key, taken) };
  const geometry = table.geometry ? newGeometry(table.geometry, { taken, sridOf }) : null;
  return {
    ...{ source: table.name, table: name, key, geometry },
    columns: table.columns.map((column) => newColumn(column, taken)),
    description: table.description,
  };
}

/** Adds the column's name to those that are taken. */
export function newColumn(
  { name: source, type: declared }: PackageTable['columns'][number],
  taken: Set<string>,
): ColumnLayout {
  return { source, name: take(source, taken), declared, encoding: encodingFor(declared) };
}

/** Adds the column's name to those that are taken. */
export function newGeometry(
  geometry: PackageGeometry,
  { taken, sridOf }: { taken: Set<string>; sridOf: SridOf },
): GeometryLayout {
  return {
    ...{ source: geometry.column, name: take(geometry.column, taken) },
    ...{ type: geometryType(geometry), srid: sridOf(geometry.srs), reference: referenceOf(geometry.srs) },
  };
}

function take(source: string, taken: Set<string>): string {
  const name = freeName(launder(source), taken);
  taken.add(name);
  return name;
}

/** As PostGIS spells the type of a column for these geometries. */
export function geometryType({ type, hasZ, hasM }: PackageGeometry): string {
  const known = SIMPLE_TYPES.find((each) => each.toUpperCase() === type.toUpperCase()) ?? 'Geometry';
  return `${known}${hasZ ? 'Z' : ''}${hasM ? 'M' : ''}`;
}

/** Such as `EPSG:4326`; null for an undefined system. */
export function referenceOf(srs: PackageGeometry['srs']): string | null {
  const organization = srs?.organization.toUpperCase() ?? 'NONE';
  return srs && organization !== 'NONE' && srs.code > 0 ? `${organization}:${srs.code}` : null;
}

const DIMENSIONS = /Z?M?$/;

/** Whether a column takes the geometries of a layer of this type. */
export function takesType({ type: column }: Pick<GeometryLayout, 'type'>, layer: string): boolean {
  if (column === 'Any' || column === layer || column === `Multi${layer}`) return true;
  return /^Geometry(Z?M?)$/.test(column) && dimensionsOf(column) === dimensionsOf(layer);
}

/** The narrowest type of a column that takes what it has and geometries of these types too. */
export function widerType(column: string, kinds: readonly string[]): string {
  const dimensions = new Set([column, ...kinds].map(dimensionsOf));
  return column === 'Any' || dimensions.size > 1 ? 'Any' : `Geometry${dimensionsOf(column)}`;
}

function dimensionsOf(type: string): string {
  return DIMENSIONS.exec(type)?.[0] ?? '';
}
