import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runProgram } from '@cairn/programs';
import { assignCrs, openGdal } from '../src/index.ts';
import { resolveCrs } from '../src/crs/resolve-crs.ts';
import { readerSetup } from '../src/reader-client/reader-program.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cairn-geo-'));
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

function node(script: string, options: Partial<Parameters<typeof runProgram>[0]> = {}) {
  return runProgram({ program: process.execPath, args: ['-e', script], cwd, ...options });
}

test('a program cannot reach a server on this machine', async () => {
  let calls = 0;
  const server = createServer((_req, res) => {
    calls += 1;
    res.end('{"type":"FeatureCollection","features":[]}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const gdal = await openGdal();
    await writeFile(
      join(cwd, 'linked.geojson'),
      JSON.stringify({
        type: 'FeatureCollection',
        crs: { type: 'link', properties: { href: url, type: 'proj4' } },
        features: [],
      }),
    );
    for (const source of ['linked.geojson', `/vsicurl/${url}x.geojson`, url, `WFS:${url}`])
      await gdal.run('ogrinfo', ['-ro', '-al', '-so', source], { cwd }).catch(() => undefined);
    expect(calls).toBe(0);
    await expect(node(`fetch('${url}').then(() => 0, () => process.exit(3))`)).rejects.toMatchObject({
      exitCode: 3,
    });
    expect(calls).toBe(0);
  } finally {
    server.close();
  }
});

test('a program can read the compiled code of the reader, but not change it', async () => {
  const { reads, env } = await readerSetup();
  const { NODE_COMPILE_CACHE: cache = '' } = env;
  expect((await node(`console.log(fs.readdirSync('${cache}').length)`, { reads })).stdout).not.toBe('0\n');
  const write = node(`fs.writeFileSync('${join(cache, 'planted')}', '')`, { reads });
  await expect(write).rejects.toMatchObject({ exitCode: 1 });
  expect(await readdir(cache)).not.toContain('planted');
});

test('only the drivers of supported formats stay registered', async () => {
  const gdal = await openGdal();
  const { stdout } = await gdal.run('ogrinfo', ['--formats'], { cwd });
  const names = [...stdout.matchAll(/^ {2}(.+?) -/gm)].map((match) => match[1]);
  expect(names.toSorted()).toEqual(
    ['ESRI Shapefile', 'GPKG', 'GeoJSON', 'MEM', 'Memory'].filter((name) => names.includes(name)).toSorted(),
  );
  expect(names).not.toContain('OGR_VRT');
  const raster = await gdal.run('gdalinfo', ['--formats'], { cwd });
  expect(raster.stdout).not.toMatch(/VRT|WMS|HTTP/);
});

test('a layer name that is an option of a program is rejected, and no file is written', async () => {
  const gdal = await openGdal();
  const path = join(cwd, 'one.shp.zip');
  const states = join(import.meta.dirname, '../../../tools/sample-data/states.zip');
  await copyFile(states, path);
  const run = assignCrs(
    gdal,
    {
      source: { path, format: 'ESRI Shapefile' },
      layers: [{ name: '-skipfailures', assigned: true }],
      resolved: await resolveCrs(gdal, 3857, { cwd }),
    },
    { cwd },
  );
  await expect(run).rejects.toThrow('cannot be an argument');
  expect(await readdir(cwd)).not.toContain('assigned.shp.zip');
});
