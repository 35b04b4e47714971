import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startPlatform, type Platform } from './platform.ts';
import { anyPort, freePort } from './stack/ports.ts';
import { existingServices } from './topology.ts';

let dataDir: string;
let platform: Platform | null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-platform-'));
  platform = null;
});

afterEach(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a platform answers at its front door, keeps its data over a restart, and refuses to run twice', async () => {
  platform = await startPlatform({ dataDir, adminPassword: 'a password of mine' });
  for (const { basePath, healthPath } of existingServices()) {
    expect((await fetch(`${platform.url}${basePath}${healthPath}`)).status).toBe(200);
  }
  expect(await signIn(platform.url, 'a password of mine')).toBe(303);
  expect((await fetch(`${platform.url}/internal/services/x`, { method: 'PUT' })).status).toBe(404);
  await expect(startPlatform({ dataDir })).rejects.toThrow(/Cairn is running already at http/);
  await platform.stop();
  await expect(fetch(platform.url)).rejects.toThrow();

  platform = await startPlatform({ dataDir, adminPassword: 'another one' });
  expect(platform.adminPassword).toBe('a password of mine');
  expect(await signIn(platform.url, 'a password of mine')).toBe(303);
}, 120_000);

test('a part that ends is told, and the secrets are readable by their owner alone', async () => {
  platform = await startPlatform({ dataDir });
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  const { parts } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
    parts: { pid: number }[];
  };
  process.kill(parts.at(-1)?.pid ?? 0, 'SIGKILL');
  expect(await platform.broken).toMatch(/was ended by SIGKILL/);
  await platform.stop();
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
}, 60_000);

test('notes of a platform that was killed, and numbers that another process has now, do not stop a start', async () => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  const other = { pid: process.pid, started: 'before' };
  writeFileSync(
    join(dataDir, 'run.json'),
    JSON.stringify({ ...other, url: 'http://localhost:1', parts: [other] }),
  );
  platform = await startPlatform({ dataDir });
  expect((await fetch(`${platform.url}/api/health`)).status).toBe(200);
}, 60_000);

test('a start that is called off leaves nothing running', async () => {
  const abort = new AbortController();
  const starting = startPlatform({ dataDir, signal: abort.signal });
  abort.abort();
  await expect(starting).rejects.toThrow();
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
}, 60_000);

test('a port that something else listens on is left to it', async () => {
  const wanted = await anyPort();
  const squatter = createServer().listen(wanted, '127.0.0.1');
  await once(squatter, 'listening');
  const chosen = await freePort(wanted);
  squatter.close();
  expect(chosen).toBeGreaterThan(wanted);
});

async function signIn(url: string, password: string): Promise<number> {
  const body = new URLSearchParams({ username: 'admin', password });
  return (await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' })).status;
}
