import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import {
  calculateVector,
  clipVector,
  dissolveVector,
  filterVector,
  buildClipRegion,
  openGdal,
  WGS84,
} from '@cairn/geo';
import type { DerivedFile, DeriveOptions, Extent } from '@cairn/geo';
import type { Measure, Measurement } from './measurement.ts';
import { EDGE, makeSquares, SQUARES } from './squares.ts';
import { inFolder, median } from './vault-process.ts';

const ROUNDS = 3;
const GOAL = 1.3;
/** Half of them. */
const WHERE = `kind IN ('kind 1', 'kind 3') OR number BETWEEN 250000 AND 729999`;
/** Corners of the polygon that clips. */
const CORNERS = 64;
const run = promisify(execFile);

interface Contest {
  what: string;
  ours(path: string, options: DeriveOptions): Promise<DerivedFile>;
  /** The statement for `ogr2ogr -sql`. */
  theirs: string;
  /** Layer type for ogr2ogr, as a person who knows the result would give it. */
  type: string;
  /** A query that must return the same for both results, except for rounding. */
  check: string;
}

const contests: Contest[] = [
  {
    what: 'filter',
    ours: async (path, options) =>
      filterVector(await openGdal(), { path, layer: 'squares', where: WHERE }, options),
    theirs: `SELECT * FROM squares WHERE ${WHERE}`,
    type: 'POLYGON',
    check: 'SELECT count(*) AS a, sum(number) AS b FROM squares',
  },
  {
    what: 'calculate a number',
    ours: (path, options) => calculate(path, 'number * 2.5 / amount + length(kind)', options),
    theirs: 'SELECT *, number * 2.5 / amount + length(kind) AS result FROM squares',
    type: 'POLYGON',
    check: 'SELECT count(result) AS a, round(sum(result)) AS b FROM squares',
  },
  {
    what: 'calculate a text',
    ours: (path, options) => calculate(path, "upper(kind) || '-' || number", options),
    theirs: "SELECT *, upper(kind) || '-' || number AS result FROM squares",
    type: 'POLYGON',
    check: 'SELECT count(DISTINCT result) AS a, max(result) AS b FROM squares',
  },
  {
    what: 'dissolve to one',
    ours: async (path, options) =>
      dissolveVector(await openGdal(), { path, layer: 'squares', field: null, sums: ['amount'] }, options),
    theirs: 'SELECT ST_Union(geom) AS geom, count(*) AS feature_count, sum(amount) AS amount FROM squares',
    type: 'GEOMETRY',
    check: 'SELECT feature_count AS a, round(amount) AS b FROM squares',
  },
  {
    what: 'dissolve by a field of 50 values',
    ours: async (path, options) =>
      dissolveVector(await openGdal(), { path, layer: 'squares', field: 'kind', sums: ['amount'] }, options),
    theirs:
      'SELECT kind, ST_Union(geom) AS geom, count(*) AS feature_count, sum(amount) AS amount FROM squares GROUP BY kind',
    type: 'GEOMETRY',
    check: 'SELECT count(*) AS a, round(sum(amount)) AS b FROM squares',
  },
  {
    what: 'clip by a polygon of 64 corners',
    ours: clip,
    theirs: `SELECT number, kind, amount, ST_Intersection(geom, ST_GeomFromText('${polygonText()}', 4326)) AS geom
      FROM squares WHERE rowid IN (SELECT id FROM rtree_squares_geom
        WHERE maxx >= ${0.1 * EDGE} AND minx <= ${0.9 * EDGE} AND maxy >= ${0.1 * EDGE} AND miny <= ${0.9 * EDGE})
      AND ST_Intersects(geom, ST_GeomFromText('${polygonText()}', 4326))`,
    type: 'GEOMETRY',
    check: 'SELECT count(*) / 1000 AS a FROM squares',
  },
];

async function calculate(path: string, expression: string, options: DeriveOptions): Promise<DerivedFile> {
  const calculation = { field: 'result', replace: false, type: null, expression };
  return calculateVector(await openGdal(), { path, layer: 'squares', calculation }, options);
}

async function clip(path: string, options: DeriveOptions): Promise<DerivedFile> {
  const gdal = await openGdal();
  const extent: Extent = [0, 0, EDGE, EDGE];
  const frame = { crs: WGS84, srs: 'EPSG:4326', extent, extentWgs84: extent };
  const { region } = await buildClipRegion(gdal, { area: { polygons: [[ring()]] }, frame }, options);
  return clipVector(gdal, { path, layer: 'squares', region }, options);
}

/** Almost a circle, which covers half of the squares. */
function ring(): [number, number][] {
  return Array.from({ length: CORNERS + 1 }, (_, i) => {
    const angle = ((i % CORNERS) / CORNERS) * 2 * Math.PI;
    return [EDGE * (0.5 + 0.4 * Math.cos(angle)), EDGE * (0.5 + 0.4 * Math.sin(angle))];
  });
}

function polygonText(): string {
  return `POLYGON((${ring()
    .map((position) => position.join(' '))
    .join(',')}))`;
}

async function byOgr2ogr({ theirs, type }: Contest, { source, output }: Record<'source' | 'output', string>) {
  await run('ogr2ogr', ['-f', 'GPKG', output, source, '-nln', 'squares', '-nlt', type, '-sql', theirs]);
  return output;
}

/** Both alternately, with the index that each builds. */
async function measureOne(contest: Contest, { source, folder }: Record<'source' | 'folder', string>) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const cwd = join(folder, 'round');
    await mkdir(cwd);
    const [expected, their] = await timed(() =>
      byOgr2ogr(contest, { source, output: join(cwd, 'theirs.gpkg') }),
    );
    const [{ path }, our] = await timed(() => contest.ours(source, { cwd }));
    const [found, wanted] = [path, expected].map((file) => answerOf(file, contest.check));
    if (found !== wanted) throw new Error(`${contest.what}: ${found} is not ${wanted}`);
    theirs.push(their);
    ours.push(our);
    await rm(cwd, { recursive: true });
  }
  return { ours: median(ours), theirs: median(theirs) };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const result = await work();
  return [result, performance.now() - started];
}

function answerOf(file: string, sql: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return JSON.stringify(db.prepare(sql).all());
  } finally {
    db.close();
  }
}

export const measure: Measure = () =>
  inFolder(async (folder) => {
    const source = join(folder, 'squares.gpkg');
    await makeSquares(folder, source);
    const measured: Measurement[] = [];
    for (const contest of contests) {
      const { ours, theirs } = await measureOne(contest, { source, folder });
      const ratio = ours / theirs;
      measured.push({
        what: `vault: ${contest.what}, ${SQUARES.toLocaleString('en')} squares, against ogr2ogr -sql`,
        measured: `${(ours / 1000).toFixed(1)} s against ${(theirs / 1000).toFixed(1)} s, medians of ${ROUNDS}`,
        value: ratio.toFixed(2),
        goal: `at most ${GOAL}`,
        met: ratio <= GOAL,
      });
    }
    return measured;
  });

if (import.meta.main) console.table(await measure());
