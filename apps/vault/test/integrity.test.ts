import { spawn } from 'node:child_process';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addVersion, onDataset, versionsOf } from './catalog.ts';
import { ask } from './client.ts';
import { startTestVault, SERVICE_SECRET } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const SCRIPT = resolve(import.meta.dirname, '../src/integrity-check.ts');

let app: TestVault;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
});

afterAll(() => app.close());

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** The command as an operator runs it. */
function check(args: string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: app.config.databaseUrl,
      SERVICE_SECRET,
      STORAGE_ROOT: app.storageRoot,
      ...env,
    },
  });
  const outcome: Outcome = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (outcome.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (outcome.err += chunk.toString()));
  return new Promise((done) => child.once('close', (code) => done({ ...outcome, code })));
}

async function report(...args: string[]): Promise<{ code: number | null; body: any }> {
  const { code, out } = await check([...args, '--json']);
  return { code, body: JSON.parse(out) };
}

test('the integrity check exits with 0 for an empty vault', async () => {
  const { code, out } = await check();
  expect([code, out]).toEqual([0, 'Checked 0 versions and 0 objects: no problems.\n']);
});

test('the integrity check finds no problem after uploads, rollbacks, clones, renames and deletions', async () => {
  for (const note of ['1', '2', '3']) await addVersion(app, ada, 'wells', note);
  const first = (await versionsOf(app, ada, 'wells')).at(-1);
  await ask(app, ada, { path: `/versions/${first.id}/rollback`, method: 'POST' });
  const clone = { path: '/clone', json: { name: 'copy', clone_versions: true } };
  await onDataset(app, ada, { name: 'wells', ...clone });
  await onDataset(app, ada, { name: 'wells', path: '/rename', json: { name: 'springs' } });
  for (const version of [1, 2])
    await onDataset(app, ada, { name: 'springs', method: 'DELETE', path: `/versions/${version}` });
  await onDataset(app, ada, { name: 'copy', path: '/archive' });
  await onDataset(app, ada, { name: 'copy', method: 'DELETE', path: '?confirm=true' });
  expect(await report('--checksums')).toEqual({
    code: 0,
    body: { clean: true, versions: 2, objects: 2, under_way: 0, leaving: 0, findings: [] },
  });
});

test('the integrity check accepts objects of running uploads and objects waiting for removal', async () => {
  const staged = await app.context.storage.stage(Readable.from([Buffer.from('half an upload')]));
  const object = await staged.keep();
  const { key } = await app.context.storage.put(Readable.from([Buffer.from('deleted')]));
  await app.admin.query(`INSERT INTO vault.object_removals (object_key, sha256) VALUES ($1, 'x')`, [key]);
  const { code, out } = await check();
  expect(code).toBe(0);
  expect(out).toMatch(/Objects of running uploads: 1\.\nObjects waiting for removal: 1\./);
  await object.remove();
  await app.context.objectGc.collect();
  expect((await report()).body).toMatchObject({ objects: 2, under_way: 0, leaving: 0 });
});

describe('the integrity check exits with 1', () => {
  let id: number;
  let key: string;
  const path = () => app.context.storage.path(key);

  beforeEach(async () => {
    id = (await addVersion(app, ada, 'damaged', String(Math.random()))).version_id;
    const { rows } = await app.admin.query('SELECT object_key FROM vault.versions WHERE id = $1', [id]);
    key = rows[0].object_key;
  });

  async function repair(): Promise<void> {
    await app.admin.query('DELETE FROM vault.versions WHERE id = $1', [id]);
    await rm(path(), { force: true });
    expect((await report('--checksums')).code).toBe(0);
  }

  test('and names the version of a missing object', async () => {
    await rm(path());
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toContain(`of "damaged" is missing its object ${key}.`);
    await repair();
  });

  test('and names an object of another size', async () => {
    await truncate(path(), 10);
    const { code, body } = await report();
    expect(code).toBe(1);
    expect(body.findings).toEqual([{ kind: 'size', object_key: key, message: expect.any(String) }]);
    await repair();
  });

  test('and names an object with other bytes of the same length only with --checksums', async () => {
    const size = await app.context.storage.size(key);
    await writeFile(path(), Buffer.alloc(size!, 0x20));
    expect((await report()).code).toBe(0);
    const { code, body } = await report('--checksums');
    expect(code).toBe(1);
    expect(body.findings).toMatchObject([{ kind: 'checksum', object_key: key }]);
    await repair();
  });

  test('and names an object without a version, and a foreign file', async () => {
    await app.admin.query('DELETE FROM vault.versions WHERE id = $1', [id]);
    const foreign = join(app.storageRoot, 'objects/zz/foreign.tif');
    await mkdir(dirname(foreign), { recursive: true });
    await writeFile(foreign, 'x');
    const { code, body } = await report();
    expect(code).toBe(1);
    expect(body.findings.map((each: any) => [each.kind, each.object_key]).toSorted()).toEqual(
      [
        ['orphan', key],
        ['orphan', 'zz/foreign.tif'],
      ].toSorted(),
    );
    await rm(foreign);
    await repair();
  });
});

test.each<[string, string[], Record<string, string>]>([
  ['an unreachable database', [], { DATABASE_URL: 'postgres://vault@127.0.0.1:9/none' }],
  ['no database', [], { DATABASE_URL: '' }],
  ['an unknown option', ['--repair'], {}],
])('the integrity check exits with 2 and an error for %s', async (_what, args, env) => {
  const { code, out, err } = await check(args, env);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/\S/);
  expect(err).not.toMatch(/^\s+at /m);
});
