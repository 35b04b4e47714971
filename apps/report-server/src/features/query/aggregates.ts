import { isComparable, isNumeric } from '../catalogue/families.ts';
import type { Column, Family } from '../catalogue/types.ts';
import { badPlace, unknownWord } from './errors.ts';
import { transformed } from './spatial-filter.ts';
import type { Operand, QueryRequest, Scope } from './types.ts';

export type Aggregate = NonNullable<QueryRequest['aggregates']>[number];

const FUNCTIONS = [
  'count',
  'count_distinct',
  'sum',
  'avg',
  'min',
  'max',
  'median',
  'stddev',
  'variance',
  'extent',
  'centroid',
];
const PERCENTILE = /^p([1-9]\d?)$/;

export interface CompiledAggregate {
  sql: string;
  /** For having: the type of the value. */
  column: Column;
}

/** @throws {AppError} bad_request that names the place */
export function compileAggregate(
  aggregate: Aggregate,
  name: string,
  { scope, place }: AggregatePlace,
): CompiledAggregate {
  const { fn } = aggregate;
  const share = fn === 'median' ? 0.5 : Number(PERCENTILE.exec(fn)?.[1] ?? NaN) / 100;
  if (!FUNCTIONS.includes(fn) && Number.isNaN(share)) {
    throw unknownWord(`${place}.fn`, 'function', fn, [...FUNCTIONS, 'p10', 'p25', 'p75', 'p90', 'p99']);
  }
  if (fn === 'count' && (aggregate.column === undefined || aggregate.column === '*')) {
    return { sql: 'count(*)', column: outputColumn(name, 'integer') };
  }
  if (fn === 'extent' || fn === 'centroid') {
    return {
      sql: compileShape(fn, scope.resolveGeometry(aggregate.column, `${place}.column`), scope),
      column: outputColumn(name, fn === 'extent' ? 'json' : 'geometry'),
    };
  }
  if (aggregate.column === undefined) throw badPlace(`${place}.column`, `"${fn}" needs a column.`);
  const operand = scope.resolve(aggregate.column, `${place}.column`);
  if (fn === 'count') return { sql: `count(${operand.sql})`, column: outputColumn(name, 'integer') };
  requireFamily(fn, operand.column, `${place}.fn`);
  return compileValue(fn, operand, { name, share });
}

interface AggregatePlace {
  scope: Scope;
  place: string;
}

function compileValue(
  fn: string,
  { sql, column }: Operand,
  { name, share }: { name: string; share: number },
): CompiledAggregate {
  const { family } = column;
  // A sum has all its digits; averages and deviations are rounded by their nature.
  const exact: Family = family === 'float' ? 'float' : 'decimal';
  switch (fn) {
    case 'count_distinct':
      return { sql: `count(DISTINCT ${sql})`, column: outputColumn(name, 'integer') };
    case 'sum':
      return { sql: `sum(${sql})`, column: outputColumn(name, exact) };
    case 'avg':
      return { sql: `avg(${sql})`, column: outputColumn(name, 'float') };
    case 'min':
    case 'max':
      // min and max of booleans do not exist.
      if (family === 'boolean')
        return { sql: `${fn === 'min' ? 'bool_and' : 'bool_or'}(${sql})`, column: { ...column, name } };
      return family === 'uuid'
        ? { sql: `${fn}(${sql}::pg_catalog.text)`, column: outputColumn(name, 'text') }
        : { sql: `${fn}(${sql})`, column: { ...column, name } };
    case 'stddev':
      return { sql: `stddev_samp(${sql})`, column: outputColumn(name, 'float') };
    case 'variance':
      return { sql: `var_samp(${sql})`, column: outputColumn(name, 'float') };
    default:
      // percentile_cont exists for numbers alone.
      return isNumeric(family)
        ? {
            sql: `percentile_cont(${share}) WITHIN GROUP (ORDER BY ${sql})`,
            column: outputColumn(name, 'float'),
          }
        : { sql: `percentile_disc(${share}) WITHIN GROUP (ORDER BY ${sql})`, column: { ...column, name } };
  }
}

/** In WGS84: [west, south, east, north], or the centroid on the spheroid (a planar one of 179° and -179° is at 0°). */
function compileShape(fn: 'extent' | 'centroid', { sql, column }: Operand, scope: Scope): string {
  const { postgis } = scope;
  const { srid, isGeography } = column.geometry!;
  const planar = isGeography ? `${sql}::${postgis}geometry` : sql;
  const degrees = srid === 0 ? planar : transformed(planar, srid, 4326, scope);
  if (fn === 'centroid') {
    const middle = `${postgis}ST_Centroid(${postgis}ST_Collect(${postgis}ST_Centroid(${degrees}))::${postgis}geography)`;
    return `${postgis}ST_AsGeoJSON(${middle}, 7)`;
  }
  const box = `${postgis}ST_Extent(${degrees})`;
  const edge = (name: string) => `${postgis}${name}(${box})`;
  const edges = ['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'].map(edge).join(', ');
  return `CASE WHEN ${box} IS NOT NULL THEN pg_catalog.json_build_array(${edges}) END`;
}

function requireFamily(fn: string, { name, type, family }: Column, place: string): void {
  const needsNumber = ['sum', 'avg', 'stddev', 'variance'].includes(fn);
  if (needsNumber ? isNumeric(family) : isComparable(family)) return;
  throw badPlace(
    place,
    `"${fn}" takes ${needsNumber ? 'numbers' : 'values that can be compared'}, and "${name}" is ${type}.`,
  );
}

const CASTS: Partial<Record<Family, string>> = {
  integer: 'pg_catalog.int8',
  decimal: 'pg_catalog.numeric',
  float: 'pg_catalog.float8',
  text: 'pg_catalog.text',
};

function outputColumn(name: string, family: Family): Column {
  return {
    name,
    type: family,
    family,
    cast: CASTS[family] ?? 'pg_catalog.text',
    range: null,
    labels: null,
    nullable: true,
    comment: null,
    geometry: null,
  };
}
