import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { createSampleDatabase } from '@cairn/testing';
import type { SampleDatabase } from '@cairn/testing';
import { createFrontDoor } from '../tools/front-door/server.ts';
import type { Measure } from './measurement.ts';
import { asOwner, readerOf, send } from './report-table.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { inFolder, median } from './vault-process.ts';

const ROWS = 1_000_000;
const MAX_RATIO = 1.3;
/** What feels immediate. */
const MAX_COLD_MS = 1_000;
const MAX_WARM_MS = 50;
/** Other fields each time, since a tile is kept for ten seconds. The first ones warm up. */
const FIELDS = [['day', 'kind'], ['kind'], ['day'], ['amount'], ['kind', 'day'], ['kind', 'amount']];
/** Zooms whose tiles have all points; a tile of the first has 8,000 of 1,000,000. */
const WHOLE = [4, 5, 6];
/** Zooms whose tiles have a share of them. */
const SAMPLED = [0, 1, 2, 3];
const ACROSS = 4;
const DOWN = 3;
const REQUESTS = 300;

type Tile = [z: number, x: number, y: number];

function tilesInView(zooms: number[]): Tile[] {
  return zooms.flatMap((z) =>
    Array.from({ length: ACROSS * DOWN }, (_, i): Tile => {
      const middle = Math.floor(2 ** z / 2);
      return [z, middle - 2 + (i % ACROSS), middle - 2 + Math.floor(i / ACROSS)];
    }).filter(([, x, y]) => Math.min(x, y) >= 0 && Math.max(x, y) < 2 ** z),
  );
}

/** As somebody would write it who knows the table. */
const mvt = (columns: string) => `
  SELECT ST_AsMVT(tile, 'features', 4096, 'shape', 'id') AS tile FROM (
    SELECT ST_AsMVTGeom(ST_Transform(geom, 3857), ST_TileEnvelope($1, $2, $3), 4096, 64) AS shape, id, ${columns} FROM public.bench
    WHERE geom && ST_Transform(ST_Segmentize(ST_TileEnvelope($1, $2, $3, margin => 64.0 / 4096), 40075017 / 2 ^ $1 / 16), 4326)
    LIMIT 12000) AS tile
  WHERE shape IS NOT NULL`;

/** Columns as a tile can hold them. */
const AS_VALUE: Record<string, string> = {
  amount: 'amount::float8 AS amount',
  day: 'day::text AS day',
};

async function read({ url, cookie }: ServiceProcess, path: string): Promise<{ ms: number; bytes: number }> {
  const started = performance.now();
  const answer = await fetch(url + path, { headers: { cookie, 'accept-encoding': 'identity' } });
  const { byteLength: bytes } = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}.`);
  return { ms: performance.now() - started, bytes };
}

const pathOf = (tile: Tile, fields: string[]) =>
  `/datasets/bench/versions/1/tiles/${tile.join('/')}?fields=${encodeURIComponent(JSON.stringify(fields))}`;

function tableOf({ readerUser }: SampleDatabase): string {
  return `SELECT setseed(0.5);
    CREATE TABLE public.bench AS SELECT i AS id, 'kind ' || i % 20 AS kind, date '2000-01-01' + i % 9000 AS day,
        (i % 100000 / 100.0)::numeric(12,2) AS amount,
        public.ST_Point(random() * 360 - 180, random() * 170 - 85, 4326)::public.geometry(Point, 4326) AS geom
      FROM generate_series(1, ${ROWS}) AS i;
    ALTER TABLE public.bench ADD PRIMARY KEY (id);
    CREATE INDEX ON public.bench USING gist (geom);
    GRANT SELECT ON public.bench TO ${readerUser};
    ANALYZE public.bench`;
}

interface Registered {
  vault: ServiceProcess;
  sample: SampleDatabase;
  versionId: number;
}

/** A vault with a table of 1,000,000 points as the dataset `bench`. */
async function withRegisteredTable<T>(work: (registered: Registered) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const sample = await createSampleDatabase();
    const vault = await startServiceProcess({ name: 'vault', folder: join(folder, 'storage') });
    try {
      await asOwner(sample, tableOf(sample));
      const { database, user, ...address } = readerOf(sample);
      const connection = {
        name: 'bench',
        database_name: database,
        username: user,
        sslmode: 'disable',
        ...address,
      };
      const { id } = JSON.parse(await send(vault, '/api/connections', connection));
      const table = { name: 'bench', connection_id: id, table_name: 'bench', geometry_column: 'geom' };
      const registered = JSON.parse(await send(vault, '/api/datasets/register', table));
      return await work({ vault, sample, versionId: registered.version_id });
    } finally {
      await vault.stop();
      await sample.drop();
    }
  });
}

/** Ratios of our time to that of PostgreSQL alone, one for each field, and how long each of our tiles took. */
async function compare({ vault, sample }: Registered): Promise<{ ratios: number[]; cold: number[] }> {
  const client = new pg.Client({ ...readerOf(sample), options: '-c jit=off' });
  await client.connect();
  const ratios: number[] = [];
  const cold: number[] = [];
  try {
    for (const fields of FIELDS) {
      let [ours, theirs] = [0, 0];
      for (const tile of tilesInView(WHOLE)) {
        const started = performance.now();
        const { rows } = await client.query<{ tile: Buffer }>(
          mvt(fields.map((field) => AS_VALUE[field] ?? field).join(', ')),
          tile,
        );
        theirs += performance.now() - started;
        const { ms, bytes } = await read(vault, pathOf(tile, fields));
        ours += ms;
        cold.push(ms);
        // The order of the rows decides about single bytes.
        if (Math.abs(bytes - rows[0]!.tile.length) > bytes / 1_000)
          throw new Error(`${tile.join('/')} differs: ${bytes} against ${rows[0]!.tile.length} bytes`);
      }
      ratios.push(ours / theirs);
    }
  } finally {
    await client.end();
  }
  return { ratios: ratios.slice(1), cold };
}

/** Milliseconds of many requests for TileJSON and for one tile of a published layer, through the front door. */
async function readPublished({ vault, versionId }: Registered): Promise<{ json: number[]; tile: number[] }> {
  const published = JSON.parse(await send(vault, '/versions/1/publish', { version_id: versionId }));
  const frontDoor = createFrontDoor([{ name: 'vault', basePath: '/vault', target: vault.url }]);
  await once(frontDoor.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = frontDoor.server.address() as AddressInfo;
  const door = { ...vault, url: `http://127.0.0.1:${port}` };
  const times = async (path: string) => {
    await read(door, path);
    const all: number[] = [];
    for (let i = 0; i < REQUESTS; i += 1) all.push((await read(door, path)).ms);
    return all;
  };
  try {
    const root = `/vault/published/${published.publication.id}`;
    return { json: await times(`${root}.json`), tile: await times(`${root}/5/16/15.pbf`) };
  } finally {
    await frontDoor.close(100);
  }
}

function p95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
}

export const measure: Measure = () =>
  withRegisteredTable(async (registered) => {
    const first = await read(registered.vault, '/datasets/bench/versions/1/tiles.json');
    const { ratios, cold } = await compare(registered);
    const sampled: number[] = [];
    for (const tile of tilesInView(SAMPLED))
      sampled.push((await read(registered.vault, pathOf(tile, ['kind']))).ms);
    const { json, tile } = await readPublished(registered);
    const ratio = median(ratios);
    const points = ROWS.toLocaleString('en');
    const [coldMs, warmMs] = [p95([...cold, ...sampled]), Math.max(p95(json), p95(tile))];
    return [
      {
        what: `vault: tiles of a table of ${points} points against ST_AsMVT through pg`,
        measured: `${median(cold).toFixed(1)} ms a tile, median of ${cold.length}; ratios ${ratios.map((each) => each.toFixed(2)).join(', ')}`,
        value: ratio.toFixed(2),
        goal: `at most ${MAX_RATIO}`,
        met: ratio <= MAX_RATIO,
      },
      {
        what: 'vault: tiles of this table that nobody read before',
        measured: `95 of 100, also of zooms with a share of the points (median ${median(sampled).toFixed(0)} ms); the first TileJSON took ${first.ms.toFixed(0)} ms`,
        value: `${coldMs.toFixed(0)} ms`,
        goal: `below ${MAX_COLD_MS} ms`,
        met: coldMs < MAX_COLD_MS,
      },
      {
        what: 'vault: TileJSON and a tile of a published table through the front door, once read',
        measured: `95 of 100: TileJSON ${p95(json).toFixed(1)} ms, tile ${p95(tile).toFixed(1)} ms`,
        value: `${warmMs.toFixed(1)} ms`,
        goal: `below ${MAX_WARM_MS} ms`,
        met: warmMs < MAX_WARM_MS,
      },
    ];
  });

if (import.meta.main) console.table(await measure());
