import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dissolveVector, openGdal } from '../src/index.ts';

/** So many that the layer is shared out among two processes. */
const SIDE = 150;
const run = promisify(execFile);
let folder: string;
let source: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-dissolve-'));
  source = join(folder, 'squares.gpkg');
  const input = join(folder, 'squares.geojson');
  const features = Array.from({ length: SIDE * SIDE }, (_, i) => square(i % SIDE, Math.floor(i / SIDE)));
  await writeFile(input, JSON.stringify({ type: 'FeatureCollection', features }));
  await run('ogr2ogr', ['-f', 'GPKG', source, input, '-nln', 'squares', '-a_srs', 'EPSG:3857']);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** One unit wide; every fourth row is of a kind of its own. */
function square(x: number, y: number) {
  const ring = [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
    [x, y],
  ];
  return {
    type: 'Feature',
    properties: { kind: y % 4 === 0 ? 'stripe' : 'field', amount: 2 },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

/** What another program measures in the result. */
async function measured(field: string | null) {
  const cwd = await mkdtemp(join(folder, 'job-'));
  const { path } = await dissolveVector(
    await openGdal(),
    { path: source, layer: 'squares', field, sums: ['amount'] },
    { cwd },
  );
  const sql = `SELECT ${field ?? `'all'`} AS what, feature_count, amount, ST_Area(geom) AS area,
    ST_NumGeometries(geom) AS parts, ST_IsValid(geom) AS valid FROM squares ORDER BY 1`;
  const { stdout } = await run('ogr2ogr', [
    '-f',
    'CSV',
    '/vsistdout/',
    path,
    '-dialect',
    'SQLITE',
    '-sql',
    sql,
  ]);
  return stdout.replaceAll('"', '').trim().split('\n').slice(1);
}

test('22,500 squares become one polygon without a seam between the parts of two processes', async () => {
  expect(await measured(null)).toEqual([`all,${SIDE * SIDE},${2 * SIDE * SIDE},${SIDE * SIDE},1,1`]);
});

test('two interleaved groups become one feature each, with all of its parts', async () => {
  const stripes = Math.ceil(SIDE / 4);
  const fields = SIDE - stripes;
  expect(await measured('kind')).toEqual([
    `field,${fields * SIDE},${2 * fields * SIDE},${fields * SIDE},${stripes},1`,
    `stripe,${stripes * SIDE},${2 * stripes * SIDE},${stripes * SIDE},${stripes},1`,
  ]);
});
