import { ident } from '@cairn/db';
import { degreesOf, outputOf, shownColumn } from '../query/outputs.ts';
import type { Output } from '../query/outputs.ts';
import type { Operand, Scope } from '../query/types.ts';

const LARGEST = 2n ** 53n - 1n;
const MAX_DIGITS = 15;
const MAY_BE_AREA = /POLYGON|SURFACE|GEOMETRY|TIN|TRIANGLE/;

/** A column as GeoJSON has it; the geometry named `feature` is that of the feature, in degrees and with rings by RFC 7946. */
export function geojsonOutput(feature: string): (operand: Operand, scope: Scope) => Output {
  return (operand, scope) => {
    const { column } = operand;
    const sql = column.name === feature ? featureShape(operand, scope) : jsonValue(operand, scope);
    return { sql: `${sql} AS ${ident(column.name)}`, column: shownColumn(column), warning: null };
  };
}

function featureShape(operand: Operand, scope: Scope): string {
  const degrees = degreesOf(operand, scope);
  const mayBeArea = MAY_BE_AREA.test(operand.column.geometry!.type);
  return mayBeArea ? `${scope.postgis}ST_ForcePolygonCCW(${degrees})` : degrees;
}

/** Numbers that a reader would round are texts, as in answers; other values are null. */
function jsonValue(operand: Operand, scope: Scope): string {
  const { sql, column } = operand;
  switch (column.family) {
    case 'integer': {
      if (column.range && column.range[1] <= LARGEST) return sql;
      const isSafe = `${sql} BETWEEN -${LARGEST} AND ${LARGEST}`;
      return `CASE WHEN ${isSafe} THEN pg_catalog.to_json(${sql}) ELSE pg_catalog.to_json(${sql}::pg_catalog.text) END`;
    }
    case 'float':
      return `NULLIF(NULLIF(NULLIF(${sql}, 'NaN'), 'Infinity'), '-Infinity')`;
    case 'decimal':
      return decimalValue(sql, column.type);
    case 'array':
      return `pg_catalog.to_json(${sql})`;
    case 'json':
      // A text of JSON may have line breaks, which end a row.
      return `${sql}::pg_catalog.jsonb`;
    case 'geometry':
      return `(${outputOf(operand, scope).sql})::pg_catalog.jsonb`;
    case 'comparable':
    case 'binary':
    case 'other':
      return `${sql}::pg_catalog.text`;
    default:
      return sql;
  }
}

function decimalValue(sql: string, type: string): string {
  const precision = Number(/^numeric\((\d+)/.exec(type)?.[1] ?? Infinity);
  if (precision <= MAX_DIGITS) return `NULLIF(${sql}, 'NaN')`;
  const digits = `pg_catalog.ltrim(pg_catalog.translate(pg_catalog.trim_scale(${sql})::pg_catalog.text, '-.', ''), '0')`;
  return `CASE WHEN ${sql} IN ('NaN', 'Infinity', '-Infinity') THEN NULL
    WHEN pg_catalog.length(${digits}) <= ${MAX_DIGITS} THEN pg_catalog.to_json(${sql}) ELSE pg_catalog.to_json(${sql}::pg_catalog.text) END`;
}
