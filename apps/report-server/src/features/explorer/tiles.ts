import { badRequest, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { ident } from '@cairn/db';
import { compileBoxIn, compileVectorTile, TILE_EXTENT, TILE_MARGIN } from '@cairn/geo';
import { findColumn, findGeometry } from '../catalogue/find-table.ts';
import { badPlace } from '../query/errors.ts';
import { compileFilter } from '../query/filter.ts';
import { degreesOf } from '../query/outputs.ts';
import { createParameters } from '../query/parameters.ts';
import { cacheKey } from '../query/run-read.ts';
import type { Statement } from '../datasources/read.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';
import type { QueryOptions, QueryService, TableName } from '../query/service.ts';
import { compileFrom, scopeOf } from '../query/source.ts';
import { transformed } from '../query/spatial-filter.ts';
import type { Source } from '../query/types.ts';

const MAX_FEATURES = 50_000;
const MAX_COLUMNS = 20;
const WEB_MERCATOR = 3857;

export type TileRequest = TableName & TileShape;

export interface TileShape {
  z: number;
  x: number;
  y: number;
  /** JSON of a filter tree. */
  filter?: string | undefined;
  /** Names by comma; without them the tile has ids alone. */
  columns?: string | undefined;
  geometry?: string | undefined;
}

export interface PreparedTile {
  /** Identifies the content as far as it is known without reading: changes with policies, filter and datasource. */
  key: string;
  read(signal: AbortSignal): Promise<Buffer>;
}

/** Vector tiles (MVT 2.1) of tables, with the layer `features`, of the rows that the caller may see. */
export function createTileReader({ queries, runner }: { queries: QueryService; runner: ReadRunner }) {
  return async function prepareTile(
    actor: Actor,
    request: TileRequest,
    options: Omit<QueryOptions, 'signal'> = {},
  ): Promise<PreparedTile> {
    checkPlace(request);
    return prepareSourceTile(runner, await queries.openTable(actor, request, options), request);
  };
}

/** The same of a source that is open already. */
export function prepareSourceTile(
  runner: ReadRunner,
  opened: OpenedSource,
  request: TileShape,
): PreparedTile {
  checkPlace(request);
  const statement = compileTile(opened.source, request);
  return {
    key: cacheKey(opened, [statement], ['tile']),
    read: (signal) => readTile({ opened, statement, runner, signal }),
  };
}

function checkPlace({ z, x, y }: TileShape): void {
  if (x < 2 ** z && y < 2 ** z) return;
  throw notFound(
    'report-server.no_such_tile',
    `There is no tile ${z}/${x}/${y}. Zoom level ${z} has ${2 ** z} by ${2 ** z} tiles.`,
  );
}

interface TileRead {
  opened: OpenedSource;
  statement: Statement;
  runner: ReadRunner;
  signal: AbortSignal;
}

function readTile({ opened, statement, runner, signal }: TileRead): Promise<Buffer> {
  return runner.runCached(opened, [statement], {
    kind: 'tile',
    signal,
    work: async (read) => {
      const [row] = await read.texts(statement);
      return Buffer.from(row?.[0] ?? '', 'base64');
    },
  });
}

/** Largest first, where a tile has more than 50,000 features; points by the order of the table. */
function compileTile(source: Source, request: TileShape): Statement {
  const parameters = createParameters();
  const scope = scopeOf(source, parameters);
  const { postgis } = scope;
  const operand = scope.resolveGeometry(
    findGeometry(source.table, request.geometry, 'geometry').name,
    'geometry',
  );
  const { srid, isGeography, type } = operand.column.geometry!;
  if (srid === 0) {
    throw badPlace(
      'geometry',
      `the column "${operand.column.name}" does not say its reference system (SRID 0).`,
    );
  }
  const from = compileFrom(source, parameters);
  const number = (value: number) => parameters.bind(String(value), 'pg_catalog.int4');
  const tile = `${postgis}ST_TileEnvelope(${[request.z, request.x, request.y].map(number).join(', ')})`;
  const margin = `${postgis}ST_TileEnvelope(${[request.z, request.x, request.y].map(number).join(', ')}, margin => ${TILE_MARGIN / TILE_EXTENT})`;
  const planar = isGeography ? `${operand.sql}::${postgis}geometry` : operand.sql;
  const box = compileBoxIn(srid, margin, { postgis, zoom: request.z });
  const conditions = [`${planar} OPERATOR(${postgis}&&) ${box}`];
  // Mercator ends at 85.06 degrees; points beyond it cannot be transformed.
  if (request.filter !== undefined) conditions.push(compileFilter(readFilter(request.filter), scope));
  const straight =
    srid === WEB_MERCATOR ? planar : transformed(degreesOf(operand, scope), 4326, WEB_MERCATOR, scope);
  const names = readColumns(request.columns);
  const columns = names.map(
    (name) => `${scope.resolve(name, 'columns').sql}${castFor(source, name)} AS ${ident(name)}`,
  );
  const idColumn = integerKey(source);
  const text = compileVectorTile({
    ...{ postgis, geometry: straight, tile, columns, from, where: conditions },
    id: idColumn === null ? null : `q.${ident(idColumn)}`,
    order: type.endsWith('POINT') ? '' : `${postgis}ST_XMax(${planar}) - ${postgis}ST_XMin(${planar}) DESC`,
    limit: MAX_FEATURES,
  });
  return {
    // In base64, since the driver reads texts: PostgreSQL's own form of bytes is half as long again.
    text: `SELECT pg_catalog.encode(tile, 'base64') FROM (${text}) AS encoded`,
    values: parameters.values,
  };
}

/** Tiles hold numbers, texts and booleans; other types become texts. */
function castFor({ table }: Source, name: string): string {
  const { family } = findColumn(table, name, 'columns');
  if (family === 'geometry') throw badPlace('columns', `"${name}" is a geometry.`);
  return ['integer', 'float', 'text', 'boolean'].includes(family) ? '' : '::pg_catalog.text';
}

function integerKey({ table }: Source): string | null {
  const [name, ...more] = table.primaryKey;
  if (name === undefined || more.length > 0) return null;
  return table.columns.find((column) => column.name === name)?.family === 'integer' ? name : null;
}

function readColumns(text: string | undefined): string[] {
  const names = text === undefined || text === '' ? [] : [...new Set(text.split(','))];
  if (names.length > MAX_COLUMNS) throw badPlace('columns', `a tile has at most ${MAX_COLUMNS} columns.`);
  return names;
}

function readFilter(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('report-server.bad_query', 'filter: is not JSON. Send a filter tree as JSON.');
  }
}
