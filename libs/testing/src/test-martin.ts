import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import pg from 'pg';

/**
 * A stand-in for Martin, the tile server, over a real PostGIS. What it answers, and where that is documented (maplibre/martin,
 * `docs/content`):
 *
 * | request                  | answer                                                                    | documented in            |
 * | ------------------------ | ------------------------------------------------------------------------- | ------------------------ |
 * | GET /health              | 200 `OK`                                                                  | using.md                 |
 * | GET /catalog             | `tiles`, `sprites`, `fonts`, `styles`; a table by `schema.table.column`   | using.md                 |
 * | GET /{id}                | TileJSON 3.0.0 with `tiles` at its own address, `vector_layers`, `bounds` | using.md                 |
 * | GET /{id}/{z}/{x}/{y}    | a tile, compressed; 204 for an empty one                                  | using.md                 |
 * | another id               | 404                                                                       | using.md                 |
 *
 * Ids: the name of the table; a second table with one name is `name.1`. Columns without SRID are skipped (`default_srid` is not
 * set). The catalog is that of the start until `reload()`, as with `reload_interval: 0` and in versions before it.
 */
export interface TestMartin {
  url: string;
  /** Paths that were requested, oldest first. */
  requests: string[];
  /** Reads the tables again. */
  reload(): Promise<void>;
  /** Answers everything with this status until it is null again. */
  failWith(status: number | null): void;
  close(): Promise<void>;
}

interface Source {
  schema: string;
  table: string;
  column: string;
  type: string;
  srid: number;
  fields: Record<string, string>;
}

/** Starts it below a `base_path`, as operators mount it. */
export async function startTestMartin(databaseUrl: string): Promise<TestMartin> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  const sources = new Map<string, Source>();
  const requests: string[] = [];
  let failure: number | null = null;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const below = path.startsWith('/tiles/') ? path.slice('/tiles'.length) : null;
    if (failure !== null || below === null) return void respond(response, failure ?? 404, 'failed');
    answer(below, response).catch(() => respond(response, 500, 'failed'));
  });

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/health') return respond(response, 200, 'OK');
    if (path === '/catalog') return respondJson(response, catalogOf(sources));
    const [, id, z, x, y] = path.split('/').map(decodeURIComponent);
    const source = sources.get(id ?? '');
    if (!source) return respond(response, 404, `Source ${id} does not exist`);
    if (z === undefined) return respondJson(response, await tileJsonOf(pool, id!, source, urlOf()));
    const tile = await tileOf(pool, id!, { source, place: [Number(z), Number(x), Number(y)] });
    if (tile.length === 0) return respond(response, 204, '');
    response.setHeader('content-type', 'application/x-protobuf');
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(tile));
  }

  const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/tiles`;

  async function reload(): Promise<void> {
    sources.clear();
    for (const source of await readSources(pool)) {
      let id = source.table;
      for (let n = 1; sources.has(id); n += 1) id = `${source.table}.${n}`;
      sources.set(id, source);
    }
  }

  await reload();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: urlOf(),
    requests,
    reload,
    failWith: (status) => (failure = status),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await pool.end();
    },
  };
}

async function readSources(pool: pg.Pool): Promise<Source[]> {
  const { rows } = await pool.query<Source>(
    `SELECT g.f_table_schema AS schema, g.f_table_name AS table, g.f_geometry_column AS column, g.type, g.srid,
       (SELECT coalesce(jsonb_object_agg(a.attname, t.typname), '{}') FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
         WHERE a.attrelid = format('%I.%I', g.f_table_schema, g.f_table_name)::regclass AND a.attnum > 0
           AND NOT a.attisdropped AND a.attname <> g.f_geometry_column) AS fields
     FROM geometry_columns g WHERE g.srid <> 0 ORDER BY 2, 1`,
  );
  return rows;
}

function catalogOf(sources: ReadonlyMap<string, Source>): object {
  const tiles = [...sources].map(([id, { schema, table, column }]) => [
    id,
    { content_type: 'application/x-protobuf', description: `${schema}.${table}.${column}` },
  ]);
  return { tiles: Object.fromEntries(tiles), sprites: {}, fonts: {}, styles: {} };
}

async function tileJsonOf(pool: pg.Pool, id: string, source: Source, url: string): Promise<object> {
  const column = pg.escapeIdentifier(source.column);
  const { rows } = await pool.query(
    `SELECT jsonb_build_array(ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e)) AS bounds
       FROM (SELECT ST_Transform(ST_SetSRID(ST_Extent(${column})::geometry, ${source.srid}), 4326) AS e FROM ${nameOf(source)}) x`,
  );
  return {
    tilejson: '3.0.0',
    tiles: [`${url}/${id}/{z}/{x}/{y}`],
    vector_layers: [{ id, fields: source.fields }],
    bounds: rows[0].bounds,
    description: `${source.schema}.${source.table}.${source.column}`,
    name: id,
  };
}

async function tileOf(
  pool: pg.Pool,
  id: string,
  { source, place }: { source: Source; place: [number, number, number] },
): Promise<Buffer> {
  const column = pg.escapeIdentifier(source.column);
  const columns = Object.keys(source.fields).map((name) => `, ${pg.escapeIdentifier(name)}`);
  const { rows } = await pool.query<{ tile: Buffer }>(
    `SELECT ST_AsMVT(tile, $4, 4096, 'geom') AS tile FROM (
       SELECT ST_AsMVTGeom(ST_Transform(${column}, 3857), ST_TileEnvelope($1, $2, $3), 4096, 64, true) AS geom ${columns.join('')}
         FROM ${nameOf(source)}
        WHERE ${column} && ST_Transform(ST_TileEnvelope($1, $2, $3, margin => 64.0 / 4096), ${source.srid})) AS tile
      WHERE geom IS NOT NULL`,
    [...place, id],
  );
  return rows[0]!.tile;
}

function nameOf({ schema, table }: Source): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

function respondJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
