import type { FeatureColumn, FeatureValue } from '@cairn/geo';
import type { Family } from '../catalogue/types.ts';
import { outputOf, shownColumn, straightOf } from '../query/outputs.ts';
import type { Output } from '../query/outputs.ts';
import type { Operand, OutputColumn, Scope } from '../query/types.ts';

/**
 * A column as the GeoPackage writer reads it from a binary COPY; the geometry named `feature` keeps its reference system. A
 * shapefile has neither moments nor bytes: they are texts.
 */
export function gpkgOutput(
  feature: string,
  isShapefile: boolean,
): (operand: Operand, scope: Scope) => Output {
  return (operand, scope) => {
    const { column } = operand;
    const sql =
      column.name === feature
        ? `${scope.postgis}ST_AsBinary(${straightOf(operand, scope)}, 'NDR')`
        : valueOf(operand, { scope, isShapefile });
    return { sql, column: shownColumn(column), warning: null };
  };
}

function valueOf(operand: Operand, { scope, isShapefile }: { scope: Scope; isShapefile: boolean }): string {
  const { sql, column } = operand;
  if (column.family === 'geometry') return `(${outputOf(operand, scope).sql})::pg_catalog.text`;
  switch (valueKind(column.family, isShapefile)) {
    case 'integer':
      return `${sql}::pg_catalog.int8`;
    case 'real':
      return `${sql}::pg_catalog.float8`;
    case 'boolean':
    case 'blob':
      return sql;
    default:
      return column.family === 'array'
        ? `pg_catalog.to_json(${sql})::pg_catalog.text`
        : `${sql}::pg_catalog.text`;
  }
}

export function toFeatureColumns(columns: OutputColumn[], isShapefile: boolean): FeatureColumn[] {
  return columns.map(({ name, type }) => ({ name, value: valueKind(type as Family, isShapefile) }));
}

function valueKind(family: Family, isShapefile: boolean): FeatureValue {
  switch (family) {
    case 'integer':
    case 'boolean':
    case 'date':
      return family;
    case 'float':
    case 'decimal':
      return 'real';
    case 'timestamp':
    case 'timestamptz':
      return isShapefile ? 'text' : 'datetime';
    case 'binary':
      return isShapefile ? 'text' : 'blob';
    default:
      return 'text';
  }
}
