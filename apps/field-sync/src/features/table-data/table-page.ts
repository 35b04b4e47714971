import { ident } from '@cairn/db';
import { literalPattern } from '@cairn/geo';
import type pg from 'pg';
import { clusteredSql, MAX_CLUSTERED } from './clusters.ts';
import type { Density } from './clusters.ts';
import { compileWhere, withPlaces } from './conditions.ts';
import type { Box } from './conditions.ts';
import { invalidValue } from './errors.ts';
import { geoJsonOf } from './geojson-sql.ts';
import { geometryOf, qualified } from './read-layer.ts';
import { rowJson } from './row-json.ts';
import type { Condition, Layer, LayerColumn } from './types.ts';

/** The number of the cluster of a row, in addition to the columns of the table. */
const CLUSTER_COLUMN = 'cluster_id';
const COUNT_COLUMN = 'count';

export interface TableQuery {
  /** Names of the columns that are shown; null for all but geometries. */
  columns: string[] | null;
  /** Whether all columns include geometries. */
  withGeometries?: boolean;
  geometryColumn: string;
  where: string | undefined;
  /** Rows whose geometry does not meet it are left out; null for all rows, also those without a geometry. */
  box: Box | null;
  /** Part of a text in any of the shown columns. */
  search: string | undefined;
  order: { column: string; descending: boolean }[];
  offset: number;
  limit: number;
  /** Null without clusters. */
  density: Density | null;
  /** One row for each cluster. */
  isCentroid: boolean;
}

export interface TablePage {
  columns: string[];
  /** Each as JSON, an object by column. */
  rows: string[];
  /** Rows of the table, and those that the conditions leave. */
  total: number;
  filtered: number;
}

/** What a page is taken from: rows `t` of a FROM, which have a condition and a value as JSON. */
interface Source {
  /** `WITH …`, where there are clusters. */
  before: string;
  from: string;
  condition: Condition;
  json: string;
  columns: string[];
  /** SQL of a column to order by. @throws {AppError} bad_request */
  orderBy(column: string): string;
  /** What breaks ties. */
  ties: string[];
  /** The key, if the rows of a page can be found by its index alone. */
  pagingKey: string | null;
}

/** @throws {AppError} bad_request for columns, conditions or an order that do not fit the table */
export async function readTablePage(
  client: pg.ClientBase,
  layer: Layer,
  query: TableQuery,
): Promise<TablePage> {
  const shown = shownColumns(layer, query);
  const searched = withSearch(compileWhere(query.where, layer), shown, query.search);
  const condition =
    query.box === null ? searched : withPlaces(searched, geometryOf(layer, query.geometryColumn), query.box);
  const source = query.density
    ? await clusterSource(client, { layer, shown, condition, query, density: query.density })
    : plainSource(layer, shown, condition);
  const { before, from, json } = source;
  const values = source.condition.values;
  const ordered = `ORDER BY ${orderOf(query, source).join(', ')}`;
  const page = `FROM ${from} WHERE ${source.condition.text} ${ordered} LIMIT ${query.limit} OFFSET ${query.offset}`;
  const { pagingKey } = source;
  const key = pagingKey === null ? '' : ident(pagingKey);
  // PostgreSQL computes all columns of the rows before an offset too; an index has the keys alone.
  const rows =
    pagingKey === null || !isByKey(query, pagingKey)
      ? `SELECT * ${page}`
      : `SELECT t.* FROM (SELECT t.${key} AS key ${page}) k JOIN ${from} ON t.${key} = k.key ${ordered}`;
  const found = await client.query<{ row: string }>(
    `${before} SELECT (${json})::text AS row FROM (${rows}) t`,
    values,
  );
  const isAll = query.density === null && !isFiltered(query);
  const total =
    query.density && query.isCentroid ? null : await countRows(client, `${qualified(layer)} t`, NO_CONDITION);
  const filtered = isAll && total !== null ? total : await countRows(client, from, source.condition, before);
  return {
    columns: source.columns,
    rows: found.rows.map(({ row }) => row),
    total: total ?? filtered,
    filtered,
  };
}

const NO_CONDITION: Condition = { text: 'true', values: [] };

function isByKey(query: TableQuery, pagingKey: string): boolean {
  const [first] = query.order;
  return !isFiltered(query) && (first === undefined || first.column === pagingKey);
}

function isFiltered({ search, where, box }: TableQuery): boolean {
  return search !== undefined || where !== undefined || box !== null;
}

async function countRows(client: pg.ClientBase, from: string, { text, values }: Condition, before = '') {
  const { rows } = await client.query<{ n: string }>(
    `${before} SELECT count(*) AS n FROM ${from} WHERE ${text}`,
    values,
  );
  return Number(rows[0]!.n);
}

function shownColumns(
  { columns }: Layer,
  { columns: names, withGeometries = false }: TableQuery,
): LayerColumn[] {
  if (names === null) return columns.filter(({ type }) => withGeometries || type !== 'geometry');
  return names.map((name) => {
    const column = columns.find((each) => each.name === name);
    if (!column)
      throw invalidValue(`There is no column "${name.slice(0, 100)}". Choose a column of the table.`);
    return column;
  });
}

function withSearch(where: Condition, shown: LayerColumn[], search: string | undefined): Condition {
  if (search === undefined) return where;
  const tests = shown
    .filter(({ type }) => type === 'text')
    .map(({ name }) => `t.${ident(name)}::text ILIKE $${where.values.length + 1}`);
  if (tests.length === 0) return { ...where, text: `${where.text} AND false` };
  const pattern = `%${literalPattern(search)}%`;
  return { text: `${where.text} AND (${tests.join(' OR ')})`, values: [...where.values, pattern] };
}

function orderOf({ order }: TableQuery, { orderBy, ties }: Source): string[] {
  const asked = order.map(({ column, descending }) => `${orderBy(column)} ${descending ? 'DESC' : 'ASC'}`);
  const direction = order[0]?.descending ? 'DESC' : 'ASC';
  const wanted = order.map(({ column }) => orderBy(column));
  return [
    ...asked.map((each, n) => (ties.includes(wanted[n]!) ? each : `${each} NULLS LAST`)),
    ...ties.filter((tie) => !wanted.includes(tie)).map((tie) => `${tie} ${direction}`),
  ];
}

function plainSource(layer: Layer, shown: LayerColumn[], condition: Condition): Source {
  return {
    ...{ before: '', from: `${qualified(layer)} t`, condition, json: rowJson(shown, layer.postgis) },
    columns: shown.map(({ name }) => name),
    orderBy: (name) => columnOf(layer, name),
    ...{ ties: layer.order, pagingKey: layer.pagingKey },
  };
}

async function clusterSource(
  client: pg.ClientBase,
  {
    layer,
    shown,
    condition,
    query,
    density,
  }: { layer: Layer; shown: LayerColumn[]; condition: Condition; query: TableQuery; density: Density },
): Promise<Source> {
  const geometry = geometryOf(layer, query.geometryColumn);
  if (layer.key === null) throw invalidValue('Clusters need a table with a primary key of one column.');
  const places = withPlaces(condition, geometry, null);
  const { sql, srid } = await clusteredSql(client, {
    layer,
    geometry,
    condition: places,
    density,
    limit: MAX_CLUSTERED,
  });
  const { postgis } = geometry;
  if (query.isCentroid) {
    const centroid = `${geoJsonOf('t.g', { postgis, srid })}::json`;
    const columns = [CLUSTER_COLUMN, COUNT_COLUMN, geometry.column];
    return {
      before: `${sql}, clusters AS (
        SELECT c AS ${CLUSTER_COLUMN}, count(*) AS ${COUNT_COLUMN}, ${postgis}.ST_Centroid(${postgis}.ST_Collect(${postgis}.ST_Force2D(g))) AS g
          FROM p WHERE c IS NOT NULL GROUP BY c)`,
      from: 'clusters t',
      condition: { text: 'true', values: places.values },
      json: `jsonb_build_object('${CLUSTER_COLUMN}', t.${CLUSTER_COLUMN}, '${COUNT_COLUMN}', t.${COUNT_COLUMN}, ${literal(geometry.column)}, ${centroid})`,
      columns,
      orderBy: (name) => (name === COUNT_COLUMN ? `t.${COUNT_COLUMN}` : `t.${CLUSTER_COLUMN}`),
      ...{ ties: [`t.${CLUSTER_COLUMN}`], pagingKey: null },
    };
  }
  return {
    before: sql,
    from: `(SELECT t.*, p.c AS cairn_cluster FROM p JOIN ${qualified(layer)} t ON t.${ident(layer.key)} = p.key) t`,
    condition: { text: 'true', values: places.values },
    json: `${rowJson(shown, layer.postgis)} || jsonb_build_object('${CLUSTER_COLUMN}', t.cairn_cluster)`,
    columns: [...shown.map(({ name }) => name), CLUSTER_COLUMN],
    orderBy: (name) => (name === CLUSTER_COLUMN ? 't.cairn_cluster' : columnOf(layer, name)),
    ...{ ties: layer.order, pagingKey: null },
  };
}

function columnOf({ columns }: Layer, name: string): string {
  if (!columns.some((each) => each.name === name))
    throw invalidValue(`There is no column "${name.slice(0, 100)}" to order by.`);
  return `t.${ident(name)}`;
}

function literal(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
