import pg from 'pg';
import type { Measure } from './measurement.ts';
import { asOwner, readerOf, ROWS, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';
import { median } from './vault-process.ts';

const MAX_RATIO = 1.3;
const ROUNDS = 5;
/** A window of four by three tiles at each zoom. A tile of the first has 30,000 of 1,000,000 points. */
const ZOOMS = [3, 4, 5, 6];
const ACROSS = 4;
const DOWN = 3;

type Tile = [z: number, x: number, y: number];
/** A tile of the points from an id on. */
type ReadTile = (tile: Tile, least: number) => Promise<Buffer>;

function tilesInView(): Tile[] {
  return ZOOMS.flatMap((z) =>
    Array.from({ length: ACROSS * DOWN }, (_, i): Tile => {
      const middle = 2 ** z / 2;
      return [z, middle - 2 + (i % ACROSS), middle - 2 + Math.floor(i / ACROSS)];
    }),
  );
}

function byCairn({ server: { url, cookie } }: ReportTable): ReadTile {
  return async (tile, least) => {
    const query = new URLSearchParams({
      columns: 'kind',
      filter: JSON.stringify({ column: 'id', op: 'gte', value: least }),
    });
    const path = `/api/v1/explorer/tiles/bench/public/bench/${tile.join('/')}.mvt?${query}`;
    const answer = await fetch(url + path, { headers: { cookie, 'accept-encoding': 'identity' } });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  };
}

const MVT = `
  SELECT ST_AsMVT(tile, 'features', 4096, 'shape', 'id') AS tile FROM (
    SELECT ST_AsMVTGeom(ST_Transform(geom, 3857), ST_TileEnvelope($1, $2, $3), 4096, 64) AS shape, id, kind FROM public.bench
    WHERE geom && ST_Transform(ST_Segmentize(ST_TileEnvelope($1, $2, $3, margin => 64.0 / 4096), 40075017 / 2 ^ $1 / 16), 4326)
      AND id >= $4
    LIMIT 50000) AS tile
  WHERE shape IS NOT NULL`;

function byPg(client: pg.Client): ReadTile {
  return async (tile, least) => {
    const { rows } = await client.query<{ tile: Buffer }>(MVT, [...tile, least]);
    return rows[0]!.tile;
  };
}

/** Milliseconds and bytes of some tiles, one after the other. */
async function readAll(read: ReadTile, tiles: Tile[], least: number): Promise<{ ms: number; bytes: number }> {
  let bytes = 0;
  const started = performance.now();
  for (const tile of tiles) bytes += (await read(tile, least)).length;
  return { ms: performance.now() - started, bytes };
}

export const measure: Measure = () =>
  withReportTable(async (bench) => {
    await asOwner(bench.sample, 'CREATE INDEX ON public.bench USING gist (geom); ANALYZE public.bench');
    // As sessions of the report server: compiling takes longer than a tile.
    const client = new pg.Client({ ...readerOf(bench.sample), options: '-c jit=off' });
    await client.connect();
    const tiles = tilesInView();
    const rounds: { ours: number; theirs: number; kib: number }[] = [];
    try {
      // The first round warms up. Another least id each time, since an answer is cached for a minute.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const theirs = await readAll(byPg(client), tiles, round);
        const ours = await readAll(byCairn(bench), tiles, round);
        if (ours.bytes !== theirs.bytes)
          throw new Error(`the tiles differ: ${ours.bytes} against ${theirs.bytes} bytes`);
        const perTile = 1 / tiles.length;
        rounds.push({
          ours: ours.ms * perTile,
          theirs: theirs.ms * perTile,
          kib: (ours.bytes * perTile) / 1024,
        });
      }
    } finally {
      await client.end();
    }
    const counted = rounds.slice(1);
    const of = (key: keyof (typeof counted)[number]) => median(counted.map((each) => each[key]));
    const ratio = median(counted.map(({ ours, theirs }) => ours / theirs));
    return [
      {
        what: `report server: vector tiles of ${ROWS.toLocaleString('en')} points against ST_AsMVT through pg`,
        measured: `${of('ours').toFixed(1)} against ${of('theirs').toFixed(1)} ms a tile of ${of('kib').toFixed(0)} KiB, medians of ${ROUNDS}`,
        value: ratio.toFixed(2),
        goal: `at most ${MAX_RATIO}`,
        met: ratio <= MAX_RATIO,
      },
    ];
  });

if (import.meta.main) console.table(await measure());
