import type { Column } from '../catalogue/types.ts';
import { decoderOf } from './decode.ts';
import { transformed } from './spatial-filter.ts';
import type { Operand, OutputColumn, Scope } from './types.ts';

const DIGITS = 7;
/** Types that may hold arcs, which GeoJSON cannot write. */
const MAY_HAVE_CURVES =
  /^(GEOMETRY|GEOMETRYCOLLECTION|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE)$/;

export interface Output {
  sql: string;
  column: OutputColumn;
  warning: string | null;
}

/** A column as a caller sees it: geometries as GeoJSON in WGS84, seven digits (a centimetre). */
export function outputOf({ sql, column }: Operand, scope: Scope): Output {
  const shown = shownColumn(column);
  if (column.family === 'array') return { sql: `pg_catalog.to_json(${sql})`, column: shown, warning: null };
  if (!column.geometry) return { sql, column: shown, warning: null };
  if (column.geometry.srid === 0) {
    return {
      sql: 'NULL::pg_catalog.text',
      column: shown,
      warning: `"${column.name}" is left out: it does not say its reference system (SRID 0).`,
    };
  }
  return {
    sql: `${scope.postgis}ST_AsGeoJSON(${degreesOf({ sql, column }, scope)}, ${DIGITS})`,
    column: shown,
    warning: null,
  };
}

/** A geometry in WGS84, without arcs. */
export function degreesOf(operand: Operand, scope: Scope): string {
  return transformed(straightOf(operand, scope), operand.column.geometry!.srid, 4326, scope);
}

/** A geometry in its own system, without arcs. */
export function straightOf({ sql, column }: Operand, { postgis }: Pick<Scope, 'postgis'>): string {
  const { type, isGeography } = column.geometry!;
  const planar = isGeography ? `${sql}::${postgis}geometry` : sql;
  return MAY_HAVE_CURVES.test(type) ? `${postgis}ST_CurveToLine(${planar})` : planar;
}

export function shownColumn(column: Column): OutputColumn {
  const { name, family, comment } = column;
  return { name, type: family, label: comment ?? name, decode: decoderOf(family) };
}
