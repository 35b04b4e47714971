import { ident } from '@cairn/db';
import { inSystem } from './postgis.ts';
import type { AnalysisLayer, LayerFrame, LayerSource, Postgis } from './types.ts';

/** Columns that the analysis needs of a layer beside its geometry. */
export interface LayerNeeds {
  groupBy?: readonly string[] | undefined;
  valueColumn?: string | null | undefined;
}

/** The dimension of geometries by the type of their column, such as MULTIPOLYGON. */
export function dimensionOf(type: string): 0 | 1 | 2 | null {
  if (/POINT/i.test(type)) return 0;
  if (/LINE|CIRCULARSTRING|COMPOUNDCURVE|MULTICURVE/i.test(type)) return 1;
  if (/POLYGON|SURFACE|TRIANGLE|TIN/i.test(type)) return 2;
  return null;
}

/**
 * The rows of a layer for an analysis: key, props (its columns), grp (the columns to group by), value, raw (the geometry as it is, which
 * has an index) and g: flat, without curves, valid. Features without a geometry or with an empty one are left out.
 */
export function layerRows(
  postgis: Postgis,
  source: LayerSource,
  { text, needs }: { text: string; needs: LayerNeeds },
): string {
  const { fn } = postgis;
  const raw = `s.${ident(source.geometry.column)}`;
  const key = source.key.map((column) => `s.${column}::text`).join(` || ',' || `);
  const value = needs.valueColumn ? `s.${ident(needs.valueColumn)}::float8` : 'NULL::float8';
  return `SELECT ${key || `row_number() OVER ()::text`} AS key, ${objectOf(source.columns)} AS props,
      ${objectOf(needs.groupBy ?? [])} AS grp, ${value} AS value, ${raw} AS raw, ${preparedGeometry(postgis, source, raw)} AS g
    FROM (${text}) AS s WHERE ${raw} IS NOT NULL AND NOT ${fn('ST_IsEmpty')}(${raw})`;
}

function objectOf(columns: readonly string[]): string {
  const entries = columns.map((column) => `${literal(column)}, s.${ident(column)}`);
  return entries.length === 0 ? `'{}'::jsonb` : `jsonb_build_object(${entries.join(', ')})`;
}

/** Points are always valid, and most columns have no curves: what need not be checked for each row is not. */
export function preparedGeometry({ fn }: Postgis, { geometry }: LayerSource, raw: string): string {
  const dimension = dimensionOf(geometry.type);
  const flat = /[ZM]$/i.test(geometry.type) || dimension === null ? `${fn('ST_Force2D')}(${raw})` : raw;
  if (dimension === 0) return flat;
  const straight = /CURVE|CIRCULAR|SURFACE|^GEOMETRY/i.test(geometry.type)
    ? `CASE WHEN ${fn('ST_HasArc')}(${raw}) THEN ${fn('ST_CurveToLine')}(${flat}) ELSE ${flat} END`
    : flat;
  if (dimension === 1) return straight;
  return `CASE WHEN ${fn('ST_IsValid')}(${straight}) THEN ${straight}
    ELSE ${fn('ST_MakeValid')}(${straight}, 'method=structure keepcollapsed=false') END`;
}

/** One row with what `LayerFrame` needs, and a feature whose degrees are out of range. */
export function inspectionOf(
  postgis: Postgis,
  source: LayerSource,
  { text, isGeographic }: { text: string; isGeographic: boolean },
): string {
  const { fn } = postgis;
  const raw = `s.${ident(source.geometry.column)}`;
  const { srid } = source.geometry;
  const isPoint = dimensionOf(source.geometry.type) === 0;
  const isCounted = `${raw} IS NOT NULL AND NOT ${fn('ST_IsEmpty')}(${raw})`;
  const isInvalid = isPoint ? 'false' : `${isCounted} AND NOT ${fn('ST_IsValid')}(${raw})`;
  const box = `${fn('ST_SetSRID')}(${fn('ST_Extent')}(${raw})::${postgis.geometry}, ${srid})`;
  const key = source.key.map((column) => `s.${column}::text`).join(` || ',' || `) || `'?'`;
  const outside = isGeographic ? `min(CASE WHEN ${outOfRange(postgis, raw)} THEN ${key} END)` : 'NULL::text';
  const degrees = inSystem(postgis, densified(postgis, 't.own'), { from: srid, to: 4326 });
  return `SELECT t.*, ${SIDES.map((side) => `${fn(`ST_${side}`)}(t.own) AS ${side}`).join(', ')},
      CASE WHEN t.outside IS NULL THEN ${fn('ST_AsGeoJSON')}(${degrees}, 9, 1)::jsonb -> 'bbox' END AS extent
    FROM (SELECT count(*) FILTER (WHERE ${isCounted}) AS counted, count(*) FILTER (WHERE ${raw} IS NULL) AS nulls,
        count(*) FILTER (WHERE ${fn('ST_IsEmpty')}(${raw})) AS empties, count(*) FILTER (WHERE ${isInvalid}) AS invalid,
        ${outside} AS outside, ${box} AS own
      FROM (${text}) AS s) AS t`;
}

const SIDES = ['XMin', 'YMin', 'XMax', 'YMax'] as const;

/** Natural Earth and others have 180.00000000000003. */
const TOLERANCE = 1e-6;

function outOfRange({ fn }: Postgis, raw: string): string {
  const beyond = (axis: 'X' | 'Y', most: number) =>
    `${fn(`ST_${axis}Min`)}(${raw}) < -${most} OR ${fn(`ST_${axis}Max`)}(${raw}) > ${most}`;
  return `${beyond('X', 180 + TOLERANCE)} OR ${beyond('Y', 90 + TOLERANCE)}`;
}

/** A box with points along its edges, which are curves in another system. */
function densified({ fn }: Postgis, box: string): string {
  const width = `${fn('ST_XMax')}(${box}) - ${fn('ST_XMin')}(${box})`;
  const height = `${fn('ST_YMax')}(${box}) - ${fn('ST_YMin')}(${box})`;
  return `${fn('ST_Segmentize')}(${box}, greatest(${width}, ${height}, 1e-9) / 20)`;
}

/** A layer with its rows as SQL. */
export function toAnalysisLayer(rows: string, frame: LayerFrame, source: LayerSource): AnalysisLayer {
  return { rows, frame, dimension: dimensionOf(source.geometry.type) };
}

/** A name as a text in SQL. Names come from the catalogue of the database. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
