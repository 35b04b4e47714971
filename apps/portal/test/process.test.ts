import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, freePort } from '@cairn/testing';
import { SERVICE_SECRET } from './test-app.ts';

const SOURCE = join(import.meta.dirname, '../src');
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(program: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(SOURCE, program)], { env: { PATH: process.env.PATH, ...env } });
  children.push(child);
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, output: () => output };
}

async function ready(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    if (Date.now() > deadline) throw new Error('the portal did not become ready');
  }
}

describe('the process', () => {
  test('prints one sentence for each configuration problem and exits with status 1', async () => {
    const portal = run('main.ts', {
      SERVICE_SECRET: 'change-me',
      SESSION_MAX_DAYS: '0',
      DATABASE_URL: 'postgres://portal@127.0.0.1',
    });
    expect(await portal.ended).toBe(1);
    const lines = portal.output().trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(portal.output()).toMatch(/DATABASE_URL must be an address that names a database/);
    expect(portal.output()).toMatch(/SERVICE_SECRET must be a secret of your own/);
    expect(portal.output()).toMatch(/SESSION_MAX_DAYS/);
  });

  test('migrations fail without DATABASE_URL, and concurrent ones succeed', async () => {
    const lost = run('migrate.ts', {});
    expect(await lost.ended).toBe(1);
    expect(lost.output()).toMatch(/DATABASE_URL is not set/);
    const database = await createTestDatabase();
    const both = [1, 2].map(() => run('migrate.ts', { DATABASE_URL: database.url('portal') }));
    expect(await Promise.all(both.map((each) => each.ended))).toEqual([0, 0]);
    expect(both.map((each) => each.output()).join()).toMatch(/nothing to migrate/);
    await database.drop();
  });

  test('finishes open requests on SIGTERM and exits with status 0', async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url('portal'), SERVICE_SECRET };
    expect(await run('migrate.ts', env).ended).toBe(0);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const portal = run('main.ts', {
      ...env,
      PORT: String(port),
      INTERNAL_PORT: String(await freePort()),
      BOOTSTRAP_ADMIN_PASSWORD: 'the first password',
    });
    await ready(url);
    // Each of these hashes a password, so they are under way when the signal comes.
    const signIns = Array.from({ length: 30 }, () =>
      fetch(`${url}/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ username: 'admin', password: 'the first password' }),
      }).then((answer) => answer.status),
    );
    const first = await Promise.race(signIns);
    portal.child.kill('SIGTERM');
    const statuses = await Promise.allSettled(signIns);
    expect(first).toBe(303);
    const answered = statuses.flatMap((status) => (status.status === 'fulfilled' ? [status.value] : []));
    expect(answered.filter((status) => status !== 303)).toEqual([]);
    expect(answered.length).toBe(30);
    expect(await portal.ended).toBe(0);
    await database.drop();
  });
});
