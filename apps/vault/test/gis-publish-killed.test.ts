import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signServiceToken } from '@cairn/auth';
import { SERVICE_SECRET, startService, until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { createProjectStore } from '../src/gis-publish/project-store.ts';
import { getMap, pixelOf, twoColours } from './gis-publish.ts';

const SCRIPT = resolve(import.meta.dirname, '../src/gis-publish/main.ts');
const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

let folder: string;
let service: RunningService;
let blue: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-gis-'));
  blue = await twoColours('blue', 'blue');
  service = await start();
  expect(await publish(await twoColours('red', 'red'))).toBe(201);
  expect(await draw()).toEqual(RED);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startService({ script: SCRIPT, config: { serviceSecret: SERVICE_SECRET, storageRoot: folder } });
const headers = () => ({
  Authorization: `Bearer ${signServiceToken({ service: 'vault', audience: 'gis-publish', secret: SERVICE_SECRET })}`,
  'Content-Type': 'application/octet-stream',
});
const ADDRESS = '/api/projects/flag?name=flag&format=GTiff';

async function publish(file: Buffer): Promise<number> {
  const body = new Uint8Array(file);
  return (await fetch(service.url + ADDRESS, { method: 'PUT', headers: headers(), body })).status;
}

async function draw(): Promise<number[]> {
  const map = getMap('flag', { crs: 'CRS:84', bbox: [0, 0, 10, 10] });
  const url = `${service.url}/api/projects/flag/wms?${new URLSearchParams(map)}`;
  return pixelOf(await fetch(url, { headers: headers() }), [16, 32]);
}

const projectFiles = () => readdir(join(folder, 'projects/flag'));
const state = () => readFile(join(folder, 'projects/flag/project.json'), 'utf8');
const inProgress = async () => [
  ...(await readdir(join(folder, 'incoming')).catch(() => [])),
  ...(await readdir(join(folder, 'work')).catch(() => [])),
];

/** All processes that a process has started, and theirs. */
function startedBy(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).flatMap((child) => [child, ...startedBy(child)]);
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Kills the service, and expects the old state and nothing else from the next one. */
async function killAndStartAgain(before: string): Promise<void> {
  const programs = startedBy(service.pid);
  expect(programs.length).toBeGreaterThan(0);
  await service.kill();
  await until('no program is left', () => !programs.some(isAlive));
  service = await start();
  expect(await state()).toBe(before);
  expect(await draw()).toEqual(RED);
  await until('the sandboxes and parts of files of the former process are removed', async () => {
    const pids = (await inProgress()).map((name) => Number(name.split('.')[1]));
    return pids.every((pid) => pid === service.pid);
  });
}

test('PUT /api/projects/{id} leaves the old project and no part of a file when the service is killed during the upload', async () => {
  const before = await state();
  const cut = request(service.url + ADDRESS, { method: 'PUT', headers: headers() });
  cut.on('error', () => undefined);
  cut.write(blue.subarray(0, 400));
  await until('a part is on the disk', async () => (await readdir(join(folder, 'incoming'))).length === 1);
  await killAndStartAgain(before);
  expect(await projectFiles()).toHaveLength(2);
});

test('PUT /api/projects/{id} leaves the old project when the service is killed while QGIS Server reads the new one', async () => {
  const before = await state();
  const programs = startedBy(service.pid);
  for (const pid of programs) process.kill(pid, 'SIGSTOP');
  const answered = publish(blue).catch(() => 0);
  await until('the new files are in place', async () => (await projectFiles()).length === 3);
  await killAndStartAgain(before);
  expect(await answered).toBe(0);
  // They are removed some minutes later, or at once by a sweep that does not wait.
  const store = createProjectStore({ root: join(folder, 'projects'), maxSnapshots: 10 });
  expect(await store.sweep(0)).toBe(1);
  expect(await projectFiles()).toHaveLength(2);
  expect(await draw()).toEqual(RED);
  expect(await publish(blue)).toBe(200);
  expect(await draw()).toEqual(BLUE);
});
