import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { unprocessable } from '@cairn/service';
import {
  checkSource,
  inspectDataset,
  openGdal,
  openRelay,
  previewRaster,
  previewVector,
} from '../src/index.ts';
import type { Relay, RemoteObject } from '../src/index.ts';
import { extractRemoteLayer } from '../src/remote/extract.ts';

const run = promisify(execFile);
const SAMPLES = resolve(import.meta.dirname, '../../../tools/sample-data');
const MIB = 1024 * 1024;

let folder: string;
const relays: Relay[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-remote-'));
});

afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.close();
  await rm(folder, { recursive: true, force: true });
});

const cwd = () => mkdtemp(join(folder, 'job-'));

/** A relay to a file of this machine, as if it lay elsewhere. */
async function relayTo(path: string, options: { maxBytes?: number; read?: RemoteObject['read'] } = {}) {
  const relay = await openRelay(
    {
      format: path.endsWith('.tif') ? 'GTiff' : 'GPKG',
      size: (await stat(path)).size,
      read: options.read ?? ((range) => Promise.resolve(createReadStream(path, range))),
    },
    { maxBytes: options.maxBytes ?? 64 * MIB },
  );
  relays.push(relay);
  return relay;
}

/** A tiled GeoTIFF with overviews that no compression makes smaller. */
async function makeCog(side: number): Promise<string> {
  const path = join(folder, 'noise.tif');
  await writeFile(
    join(folder, 'noise.pgm'),
    Buffer.concat([Buffer.from(`P5\n${side} ${side}\n255\n`), randomBytes(side * side)]),
  );
  const place = ['-a_srs', 'EPSG:3857', '-a_ullr', '0', '1000000', '1000000', '0'];
  await run('gdal_translate', ['-q', '-of', 'COG', ...place, join(folder, 'noise.pgm'), path]);
  return path;
}

async function makePoints(count: number): Promise<string> {
  const path = join(folder, 'points.gpkg');
  const rows = Array.from(
    { length: count },
    (_, i) => `${i},point number ${i},${((i * 137.5) % 340) - 170},${((i * 61.8) % 160) - 80}`,
  );
  await writeFile(join(folder, 'points.csv'), `id,name,x,y\n${rows.join('\n')}\n`);
  const open = ['-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y', '-oo', 'AUTODETECT_TYPE=YES'];
  await run('ogr2ogr', [
    '-f',
    'GPKG',
    path,
    join(folder, 'points.csv'),
    ...open,
    '-a_srs',
    'EPSG:4326',
    '-gt',
    '65536',
  ]);
  return path;
}

test('a large GeoTIFF with overviews is checked, inspected and drawn from a small part of its bytes', async () => {
  const gdal = await openGdal();
  const path = await makeCog(4096);
  const { size } = await stat(path);
  expect(size).toBeGreaterThan(16 * MIB);
  const relay = await relayTo(path);
  expect(await checkSource(gdal, relay.source, { cwd: await cwd() })).toEqual([]);
  const info = await inspectDataset(gdal, relay.source, { cwd: await cwd() });
  expect(info.raster).toMatchObject({ width: 4096, height: 4096 });
  expect(info.raster?.bands[0]).toMatchObject({ statisticsApproximate: true });
  const picture = await previewRaster(gdal, { ...relay.source, width: 512, cwd: await cwd() });
  expect(picture.data.length).toBeGreaterThan(10_000);
  expect(picture.bounds?.[0]).toBeCloseTo(0);
  expect(relay.bytesRead()).toBeLessThan(size / 5);
});

test('a remote GeoTIFF has the same metadata and preview as the file', async () => {
  const gdal = await openGdal();
  const path = join(SAMPLES, 'elevation.tif');
  const relay = await relayTo(path);
  const here = await inspectDataset(gdal, { path, format: 'GTiff' }, { cwd: await cwd() });
  expect(await inspectDataset(gdal, relay.source, { cwd: await cwd() })).toEqual(here);
  const drawn = await previewRaster(gdal, { path, cwd: await cwd() });
  expect(await previewRaster(gdal, { ...relay.source, cwd: await cwd() })).toEqual(drawn);
});

test('a remote GeoPackage has the same metadata as the file, and its layers are drawn', async () => {
  const gdal = await openGdal();
  const path = join(SAMPLES, 'countries.gpkg');
  const relay = await relayTo(path);
  const local = { path, format: 'GPKG' } as const;
  expect(await checkSource(gdal, relay.source, { cwd: await cwd() })).toEqual(
    await checkSource(gdal, local, { cwd: await cwd() }),
  );
  const here = await inspectDataset(gdal, local, { cwd: await cwd() });
  expect(await inspectDataset(gdal, relay.source, { cwd: await cwd() })).toEqual(here);
  const layers = here.layers ?? [];
  const drawn = JSON.parse(await previewVector(gdal, { ...relay.source, layers, cwd: await cwd() }));
  const same = JSON.parse(await previewVector(gdal, { path, layers, cwd: await cwd() }));
  expect(drawn).toEqual(same);
});

test('an even sample and the features of a box are read from a large remote GeoPackage with few further bytes', async () => {
  const gdal = await openGdal();
  const path = await makePoints(100_000);
  const { size } = await stat(path);
  const relay = await relayTo(path);
  const { layers = [] } = await inspectDataset(gdal, relay.source, { cwd: await cwd() });
  expect(layers[0]).toMatchObject({ featureCount: 100_000, geometryType: 'Point' });
  const whole = JSON.parse(
    await previewVector(gdal, { ...relay.source, layers, limit: 1_000, cwd: await cwd() }),
  );
  expect(whole).toMatchObject({ complete: false, total: 100_000 });
  expect(whole.returned).toBeGreaterThan(900);
  const ids = whole.features.map(({ id }: { id: number }) => id);
  expect(Math.min(...ids)).toBeLessThan(2_000);
  expect(Math.max(...ids)).toBeGreaterThan(97_000);

  const bbox: [number, number, number, number] = [5, 45, 8, 48];
  const box = JSON.parse(await previewVector(gdal, { ...relay.source, layers, bbox, cwd: await cwd() }));
  const same = JSON.parse(await previewVector(gdal, { path, layers, bbox, cwd: await cwd() }));
  expect(box.features.length).toBeGreaterThan(0);
  expect(box).toEqual(same);
  const few = JSON.parse(
    await previewVector(gdal, { ...relay.source, layers, bbox, limit: 2, cwd: await cwd() }),
  );
  expect(few).toMatchObject({ returned: 2, complete: false });
  const none = { ...relay.source, layers, bbox: [-179, 84, -178, 85] as typeof bbox, cwd: await cwd() };
  expect(JSON.parse(await previewVector(gdal, none))).toMatchObject({ returned: 0, complete: true });
  expect(relay.bytesRead()).toBeLessThan(size / 3);
});

test('reading more than the allowed bytes ends with a message', async () => {
  const gdal = await openGdal();
  const relay = await relayTo(await makeCog(1024), { maxBytes: 100_000 });
  await expect(previewRaster(gdal, { ...relay.source, cwd: await cwd() })).rejects.toMatchObject({
    kind: 'unprocessable',
  });
  expect(relay.failure()).toMatchObject({ code: 'vault.remote_reads_too_much' });
});

test('the error of the remote server is reported instead of the failure of the program', async () => {
  const gdal = await openGdal();
  const relay = await relayTo(join(SAMPLES, 'elevation.tif'), {
    read: () => Promise.reject(unprocessable('vault.remote_changed', 'It changed.')),
  });
  await expect(checkSource(gdal, relay.source, { cwd: await cwd() })).rejects.toThrow();
  expect(relay.failure()).toMatchObject({ code: 'vault.remote_changed' });
});

test('programs reach only the one object: another name, another path and a read without a range are rejected', async () => {
  const gdal = await openGdal();
  const relay = await relayTo(join(SAMPLES, 'elevation.tif'));
  const { env } = relay.source;
  const others = [
    '/vsicurl/http://object.invalid/other.tif',
    '/vsicurl/http://127.0.0.1:80/object.tif',
    '/vsicurl/http://169.254.169.254/object.tif',
    '/vsicurl_streaming/http://object.invalid/object.tif',
  ];
  for (const other of others) {
    const before = relay.bytesRead();
    // Even a GDAL that would let any name pass finds nobody who answers.
    const open = { ...env, CPL_VSIL_CURL_ALLOWED_FILENAME: other };
    await expect(gdal.run('gdalinfo', [other], { cwd: folder, env: open })).rejects.toMatchObject({
      name: 'ProgramError',
    });
    expect(relay.bytesRead()).toBe(before);
  }
  const path = (env?.GDAL_HTTP_PROXY ?? '').replace('socks5h://localhost', '');
  const answers = await Promise.all(
    [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([4, 1, 0, 80, 127, 0, 0, 1, 0]),
      Buffer.from([5, 1, 0, 5, 1, 0, 1, 127, 0, 0, 1, 0, 80]),
      Buffer.concat([
        Buffer.from([5, 1, 0, 5, 2, 0, 3, 14]),
        Buffer.from('object.invalid'),
        Buffer.from([0, 80]),
      ]),
      Buffer.concat([Buffer.from([5, 1, 0, 5, 1, 0, 3, 9]), Buffer.from('localhost'), Buffer.from([0, 80])]),
    ].map((request) => exchange(path, request)),
  );
  for (const answer of answers) expect(answer.subarray(2)[1] ?? 1).not.toBe(0);
});

test('views and generated columns of a remote GeoPackage are not queried, and a layer may have any name', async () => {
  const gdal = await openGdal();
  const path = join(folder, 'odd.gpkg');
  await run('ogr2ogr', [
    '-f',
    'GPKG',
    '-nln',
    'plain',
    path,
    join(SAMPLES, 'populated-places.geojson'),
    '-limit',
    '30',
  ]);
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  // The triggers of the spatial index call functions that only GDAL has.
  for (const { name } of db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all())
    db.exec(`DROP TRIGGER "${String(name)}"`);
  db.exec(`
    CREATE TABLE "-sql ""x" AS SELECT * FROM plain LIMIT 3;
    CREATE VIEW endless AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS fid, zeroblob(20) AS geom FROM r;
    DELETE FROM gpkg_ogr_contents;
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('-sql "x', 'features', 'odd', 4326), ('endless', 'features', 'endless', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('-sql "x', 'geom', 'POINT', 4326, 0, 0), ('endless', 'geom', 'POINT', 4326, 0, 0);`);
  db.close();
  const relay = await relayTo(path);
  const { layers = [] } = await inspectDataset(gdal, relay.source, { cwd: await cwd() });
  expect(layers.map(({ name, featureCount }) => [name, featureCount])).toEqual([
    ['plain', 30],
    ['-sql "x', 3],
  ]);
  const drawn = await previewVector(gdal, { ...relay.source, layers, layer: '-sql "x', cwd: await cwd() });
  expect(JSON.parse(drawn)).toMatchObject({ returned: 3, layer: '-sql "x' });
});

/** What comes back for some bytes. */
function exchange(path: string, request: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(path, () => socket.end(request));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** A GeoPackage whose layer is another file of this machine, through a virtual table that does not look like one. */
async function makeFalseLayer(path: string): Promise<string> {
  const file = join(folder, 'false.gpkg');
  await copyFile(join(SAMPLES, 'countries.gpkg'), file);
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
  db.exec(`PRAGMA writable_schema = ON;
    INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('table', 'roads', 'roads', 0,
      'CREATE  VIRTUAL TABLE roads USING VirtualText(''${path}'', ''UTF-8'', 0, POINT, NONE, '':'')');
    DELETE FROM gpkg_contents; DELETE FROM gpkg_geometry_columns;
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('roads', 'features', 'roads', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('roads', 'ROWNO', 'POINT', 4326, 0, 0)`);
  db.close();
  return file;
}

test('a virtual table on a file of this machine is not listed as a layer, and nothing of the file is revealed, even when the object changes after its check', async () => {
  const secret = join(folder, 'secret.txt');
  await writeFile(secret, 'planted:secret:1\nplanted:secret:2\n');
  const { source } = await relayTo(await makeFalseLayer(secret));
  const gdal = await openGdal();
  await expect(checkSource(gdal, source, { cwd: await cwd() })).rejects.toMatchObject({
    kind: 'unprocessable',
  });
  const job = await cwd();
  const layer = { name: 'roads' };
  await extractRemoteLayer(gdal, source, { cwd: job, layer, limit: 10, target: 'out.gpkg' }).catch(
    () => null,
  );
  const written = await readFile(join(job, 'out.gpkg'), 'latin1').catch(() => '');
  expect(written).not.toContain('planted');
});
