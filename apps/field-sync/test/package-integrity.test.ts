import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { checkIntegrity } from '../src/features/packages/integrity.ts';
import { testProjects } from './test-projects.ts';
import { createScriptedProvider, hashOf, packageBytes } from './scripted-provider.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const CHECK = fileURLToPath(new URL('../src/integrity-check.ts', import.meta.url));
const TREES = packageBytes('trees');

let app: TestFieldSync;
beforeAll(async () => void (app = await startTestFieldSync()));
afterEach(async () => {
  await app.admin.query('TRUNCATE field_sync.snapshots, field_sync.objects CASCADE');
  await rm(join(app.storageRoot, 'objects'), { recursive: true, force: true });
});
afterAll(() => app.close());

/** Returns the path of the package that it kept. */
async function keepPackage(): Promise<{ path: string; key: string }> {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  const pinned = { version: 'v1', files: provider.listed() };
  const request = {
    ...{ project, provider, providerId: 'p', pinned, base: null },
    ...{ onBytes: () => undefined, log: async () => undefined },
  };
  await app.context.packages.fetchVersion({ ...request, signal: new AbortController().signal });
  const path = (await app.context.packages.findPackage(project.id, hashOf('sha256', TREES)))!;
  return { path, key: path.split('/').slice(-2).join('/') };
}

const check = (checksums = true) => checkIntegrity(app.context, { checksums });

test('kept files that agree with their rows have no findings', async () => {
  await keepPackage();
  expect(await check()).toEqual({ objects: 1, underWay: 0, findings: [] });
});

test.each<['missing' | 'size' | 'checksum', (path: string) => Promise<unknown>]>([
  ['missing', (path) => rm(path)],
  ['size', (path) => writeFile(path, 'short')],
  ['checksum', (path) => writeFile(path, packageBytes('other'))],
])('a row whose object has another state is found: %s', async (kind, spoil) => {
  const { path, key } = await keepPackage();
  await spoil(path);
  expect((await check()).findings).toEqual([{ kind, objectKey: key, message: expect.stringContaining(key) }]);
});

test('an object without a row is found, and one that is just being kept is not', async () => {
  const { storage } = app.context;
  const orphan = `aa/${'a'.repeat(64)}-00000000`;
  await mkdir(dirname(storage.path(orphan)), { recursive: true });
  await writeFile(storage.path(orphan), 'x');
  const source = join(app.storageRoot, 'source');
  await writeFile(source, 'under way');
  const object = await storage.adopt({ path: source, sha256: hashOf('sha256', Buffer.from('under way')) });
  expect(await check()).toEqual({
    objects: 0,
    underWay: 1,
    findings: [{ kind: 'orphan', objectKey: orphan, message: expect.stringContaining(orphan) }],
  });
  await object.remove();
});

test('the command says what it found, and ends with 1 when it found something', async () => {
  const { path, key } = await keepPackage();
  await rm(path);
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: app.database.url('field_sync'),
      STORAGE_ROOT: app.storageRoot,
    };
    const { serviceSecret } = app.config;
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', CHECK, '--json'],
      { env: { ...env, SERVICE_SECRET: serviceSecret, NODE_ENV: 'test' } },
      (error, out) => resolve({ code: error?.code ?? 0, stdout: out }),
    );
  });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ clean: false, objects: 1, findings: [{ object_key: key }] });
});
