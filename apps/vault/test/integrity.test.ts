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

test('an empty vault is clean', async () => {
  const { code, out } = await check();
  expect([code, out]).toEqual([0, 'Looked at 0 versions and 0 objects: all is as it should be.\n']);
});

test('after uploads, rollbacks, clones, renamings and deletions every version has its object and every object a version', async () => {
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

test('what is under way, and what waits for its removal, is no damage', async () => {
  const staged = await app.context.storage.stage(Readable.from([Buffer.from('half an upload')]));
  const object = await staged.keep();
  const { key } = await app.context.storage.put(Readable.from([Buffer.from('deleted')]));
  await app.admin.query(`INSERT INTO vault.object_removals (object_key, sha256) VALUES ($1, 'x')`, [key]);
  const { code, out } = await check();
  expect(code).toBe(0);
  expect(out).toMatch(/Objects of uploads under way: 1\.\n.*wait for their removal: 1\./);
  await object.remove();
  await app.context.objectGc.collect();
  expect((await report()).body).toMatchObject({ objects: 2, under_way: 0, leaving: 0 });
});

describe('damage', () => {
  let id: number;
  let key: string;
  const path = () => app.context.storage.path(key);

  beforeEach(async () => {
    id = (await addVersion(app, ada, 'damaged', String(Math.random()))).version_id;
    const { rows } = await app.admin.query('SELECT object_key FROM vault.versions WHERE id = $1', [id]);
    key = rows[0].object_key;
  });

  async function mend(): Promise<void> {
    await app.admin.query('DELETE FROM vault.versions WHERE id = $1', [id]);
    await rm(path(), { force: true });
    expect((await report('--checksums')).code).toBe(0);
  }

  test('a lost object is named with its version: 1', async () => {
    await rm(path());
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toContain(`of "damaged" has lost its object ${key}.`);
    await mend();
  });

  test('an object of another size is named: 1', async () => {
    await truncate(path(), 10);
    const { code, body } = await report();
    expect(code).toBe(1);
    expect(body.findings).toEqual([{ kind: 'size', object_key: key, message: expect.any(String) }]);
    await mend();
  });

  test('other bytes of the same length show with --checksums alone: 1', async () => {
    const size = await app.context.storage.size(key);
    await writeFile(path(), Buffer.alloc(size!, 0x20));
    expect((await report()).code).toBe(0);
    const { code, body } = await report('--checksums');
    expect(code).toBe(1);
    expect(body.findings).toMatchObject([{ kind: 'checksum', object_key: key }]);
    await mend();
  });

  test('an object that no version refers to is named, and so is a file that is none of ours: 1', async () => {
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
    await mend();
  });
});

test.each<[string, string[], Record<string, string>]>([
  ['a database that does not answer', [], { DATABASE_URL: 'postgres://vault@127.0.0.1:9/none' }],
  ['no database', [], { DATABASE_URL: '' }],
  ['an option that is not there', ['--repair'], {}],
])('with %s it cannot look and says why: 2', async (_what, args, env) => {
  const { code, out, err } = await check(args, env);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/\S/);
  expect(err).not.toMatch(/^\s+at /m);
});
