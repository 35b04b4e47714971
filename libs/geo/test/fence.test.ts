import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openGdal, operand, probeFence, runProgram } from '../src/index.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cairn-geo-'));
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

function node(script: string, options: Partial<Parameters<typeof runProgram>[0]> = {}) {
  return runProgram({ program: process.execPath, args: ['-e', script], cwd, ...options });
}

test('a program gets its arguments as they are and nothing of the environment', async () => {
  process.env.CAIRN_TEST_SECRET = 'secret';
  const { stdout } = await runProgram({ program: '/usr/bin/env', args: [], cwd });
  expect(stdout).not.toContain('secret');
  expect(stdout).toContain(`HOME=${cwd}`);
  const echoed = await runProgram({ program: '/bin/echo', args: ['$(id)', '; id', '`id`'], cwd });
  expect(echoed.stdout).toBe('$(id) ; id `id`\n');
});

test('a relative program, a NUL and names that look like options are refused', async () => {
  await expect(runProgram({ program: 'env', args: [], cwd })).rejects.toThrow('absolute');
  await expect(runProgram({ program: '/bin/echo', args: ['a\0b'], cwd })).rejects.toThrow('NUL');
  expect(() => operand('-sql')).toThrow();
  expect(() => operand('@/etc/passwd')).toThrow();
  expect(operand('countries')).toBe('countries');
});

test('a program that takes too long is killed with everything that it started', async () => {
  const marker = join(cwd, 'late');
  const script = `require('child_process').spawn('/bin/sh', ['-c', 'sleep 1; touch ${marker}'], {stdio: 'inherit'}); setInterval(() => {}, 1000)`;
  await expect(node(script, { timeLimitMs: 400 })).rejects.toMatchObject({ reason: 'timeout' });
  await new Promise((done) => setTimeout(done, 1_200));
  await expect(rm(marker)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a program that writes without end is killed', async () => {
  const script = `const b = 'x'.repeat(65536); for (;;) require('fs').writeSync(1, b)`;
  await expect(node(script, { maxOutputBytes: 1_000_000 })).rejects.toMatchObject({ reason: 'output' });
});

test('a program that takes too much memory dies, and this process lives', async () => {
  expect((await probeFence()).limits).toBe(true);
  const script = `const all = []; for (;;) all.push(Buffer.alloc(1 << 24, 1))`;
  const limits = { memoryBytes: 512 * 1024 * 1024 };
  await expect(node(script, { limits })).rejects.toMatchObject({ name: 'ProgramError' });
});

test('an abort kills the program', async () => {
  const leaving = new AbortController();
  const run = node('setInterval(() => {}, 1000)', { signal: leaving.signal });
  setTimeout(() => leaving.abort(), 200);
  await expect(run).rejects.toMatchObject({ reason: 'aborted' });
});

test('a program cannot reach a server on this machine', async () => {
  const fence = await probeFence();
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
    // Where the machine gives no namespace, GDAL's own switches must have done.
    if (fence.network)
      await expect(node(`fetch('${url}').then(() => 0, () => process.exit(3))`)).rejects.toMatchObject({
        exitCode: 3,
      });
    expect(calls).toBe(0);
  } finally {
    server.close();
  }
});

test('only the formats that we read and write stay registered', async () => {
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
