import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Provider, ProviderFile } from '../types.ts';
import { createFolderProvider } from './folder-provider.ts';
import { createFileHashes } from './open-file.ts';
import { createSettling } from './settling.ts';

let root: string;
let provider: Provider;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-folders-')));
  write('trees/trees.gpkg', 'a package');
  write('trees/DCIM/1.jpg', 'a photo');
  write('roads/roads.gpkg', 'another package');
  provider = createProvider();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function createProvider(address = '', now = () => new Date()): Provider {
  return createFolderProvider({ root, settling: createSettling(now), hashOf: createFileHashes() }, address);
}

function write(path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Polls until the folder has stood still. */
async function versionOf(name: string): Promise<string> {
  await provider.poll([name]);
  const result = (await provider.poll([name])).get(name);
  if (!result || 'problem' in result) throw new Error(`no version: ${JSON.stringify(result)}`);
  return result.version;
}

async function read(name: string, file: ProviderFile, from = 0) {
  const signal = AbortSignal.timeout(30_000);
  const response = await provider.open(name, { version: 'any', file, from, signal });
  return { status: response.status, headers: response.headers, text: await text(response.body) };
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

test('lists subfolders as projects and finds them by a part of the name', async () => {
  mkdirSync(join(root, '.hidden'));
  writeFileSync(join(root, 'not a project.gpkg'), '');
  symlinkSync(join(root, 'trees'), join(root, 'link'));
  const projects = await provider.list({});
  expect(projects).toMatchObject([
    { id: 'roads', label: 'roads' },
    { id: 'trees', label: 'trees', updatedAt: expect.any(Date) },
  ]);
  expect(await provider.list({ q: 'TREE' })).toHaveLength(1);
  expect(await provider.list({ limit: 1 })).toHaveLength(1);
});

test('a version counts once two polls have seen the same sizes and times', async () => {
  expect(await provider.poll(['trees'])).toEqual(new Map());
  const first = await versionOf('trees');

  appendFileSync(join(root, 'trees/trees.gpkg'), 'more');
  expect(await provider.poll(['trees'])).toEqual(new Map());
  appendFileSync(join(root, 'trees/trees.gpkg'), 'and more');
  // The version before is gone, so nothing may ask for it.
  expect(await provider.poll(['trees'])).toEqual(new Map());
  const after = (await provider.poll(['trees'])).get('trees');
  expect(after).toMatchObject({ version: expect.not.stringContaining(first) });
});

test('a folder that nobody touched for a minute has a version at the first poll', async () => {
  provider = createProvider('', () => new Date(Date.now() + 3_600_000));
  expect((await provider.poll(['trees'])).get('trees')).toMatchObject({ version: expect.any(String) });
});

test('the version follows size, time, name and number of files, and nothing else', async () => {
  const seen = [await versionOf('trees')];
  utimesSync(join(root, 'trees/trees.gpkg'), new Date(), new Date(1_000_000));
  seen.push(await versionOf('trees'));
  write('trees/DCIM/2.jpg', 'a photo');
  seen.push(await versionOf('trees'));
  rmSync(join(root, 'trees/DCIM/1.jpg'));
  seen.push(await versionOf('trees'));
  expect(new Set(seen).size).toBe(4);
  write('trees/.trees.gpkg.part', 'a copy that is not complete');
  symlinkSync('/etc/hostname', join(root, 'trees/link.gpkg'));
  expect(await versionOf('trees')).toBe(seen[3]);
});

test('names the files of a version with their hashes, and reads them from any byte', async () => {
  const files = await provider.files('trees', await versionOf('trees'));
  expect(files).toMatchObject([
    { path: 'DCIM/1.jpg', size: 7, sha256: sha256('a photo') },
    { path: 'trees.gpkg', size: 9, sha256: sha256('a package') },
  ]);
  const file = files[1]!;
  expect(await read('trees', file)).toMatchObject({ status: 200, text: 'a package' });
  expect(await read('trees', file, 2)).toMatchObject({
    status: 206,
    headers: { 'content-range': 'bytes 2-8/9', 'content-length': '7' },
    text: 'package',
  });
  expect(await read('trees', file, 9)).toMatchObject({ status: 416, text: '' });
});

test('a version that was replaced is gone, and so are its files', async () => {
  const version = await versionOf('trees');
  const [photo, pack] = await provider.files('trees', version);
  write('trees/trees.gpkg', 'other bytes');
  const gone = { code: 'field_sync.version_gone', outcome: 'retry' };
  await expect(provider.files('trees', version)).rejects.toMatchObject(gone);
  await expect(read('trees', pack!)).rejects.toMatchObject(gone);
  expect((await read('trees', photo!)).status).toBe(200);
});

test('a file that changes while it is read ends with an error', async () => {
  write('trees/trees.gpkg', 'x'.repeat(5_000_000));
  const files = await provider.files('trees', await versionOf('trees'));
  const file = files.find(({ path }) => path === 'trees.gpkg')!;
  const signal = AbortSignal.timeout(30_000);
  const { body } = await provider.open('trees', { version: 'any', file, from: 0, signal });
  const iterator = body[Symbol.asyncIterator]();
  await iterator.next();
  appendFileSync(join(root, 'trees/trees.gpkg'), 'y');
  const rest = (async () => {
    for (let part = await iterator.next(); !part.done; part = await iterator.next());
  })();
  await expect(rest).rejects.toMatchObject({ code: 'field_sync.version_gone' });
});

test('a project that is gone or empty is missing, one that is a link as well', async () => {
  mkdirSync(join(root, 'empty'));
  symlinkSync(join(root, 'trees'), join(root, 'link'));
  const results = await provider.poll(['gone', 'empty', 'trees']);
  expect(results.get('gone')).toMatchObject({
    problem: 'missing',
    sentence: expect.stringContaining('"gone"'),
  });
  expect(results.get('empty')).toMatchObject({ problem: 'missing' });
  await expect(provider.resolve('link')).rejects.toMatchObject({ outcome: 'pause' });
});

test('a server folder that is missing says nothing about projects', async () => {
  provider = createProvider('not/mounted');
  await expect(provider.poll(['trees'])).rejects.toMatchObject({
    code: 'field_sync.folder_missing',
    outcome: 'retry',
  });
});

test.each(['..', '../other', '/etc', 'trees/../..', 'link', 'a\0b'])(
  'the address %j is refused',
  async (address) => {
    symlinkSync('/etc', join(root, 'link'));
    await expect(createProvider(address).list({})).rejects.toMatchObject({
      code: 'field_sync.folder_outside',
      outcome: 'pause',
    });
  },
);

test.each(['..', '.', '', 'trees/DCIM', '../trees', '.hidden', 'a\0b'])(
  'the project %j is refused',
  async (name) => {
    await expect(provider.resolve(name)).rejects.toMatchObject({ outcome: 'pause' });
  },
);

test.each([
  '../roads/roads.gpkg',
  '/etc/hostname',
  'link.gpkg',
  'folder/hostname',
  'DCIM',
  '../../etc/hostname',
])('the file %s is never read', async (path) => {
  symlinkSync('/etc/hostname', join(root, 'trees/link.gpkg'));
  symlinkSync('/etc', join(root, 'trees/folder'));
  const [file] = await provider.files('trees', await versionOf('trees'));
  await expect(read('trees', { ...file!, path })).rejects.toMatchObject({ outcome: 'retry' });
});

test('an address below the root may be relative or absolute', async () => {
  write('teams/north/lakes/lakes.gpkg', 'a package');
  for (const address of ['teams/north', './teams/north/', join(root, 'teams/north')]) {
    expect(await createProvider(address).list({})).toMatchObject([{ id: 'lakes' }]);
  }
});

test('describes a project for people', async () => {
  expect(await provider.info('trees')).toMatchObject({
    project: { id: 'trees' },
    files: [{ path: 'DCIM/1.jpg' }, { path: 'trees.gpkg' }],
    raw: { folder: 'trees', files: 2, bytes: 16 },
  });
});
