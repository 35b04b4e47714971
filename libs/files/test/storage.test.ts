import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDerivedFiles, createStorage, extractZip, makePrivateFolder } from '../src/index.ts';
import type { Storage } from '../src/index.ts';
import { makeZip } from './make-zip.ts';

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-files-'));
  storage = createStorage({ root });
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const key of storage.list()) found.push(key);
  return found;
}

async function text(stream: Readable): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString();
}

test('an object has the bytes, the size and the hash of what was written, whole and in part', async () => {
  const { key, size, sha256 } = await storage.put(
    Readable.from([Buffer.from('hello '), Buffer.from('world')]),
  );
  expect(size).toBe(11);
  expect(sha256).toBe(createHash('sha256').update('hello world').digest('hex'));
  expect(await text(storage.open(key))).toBe('hello world');
  expect(await text(storage.open(key, { start: 6, end: 8 }))).toBe('wor');
  expect(await storage.size(key)).toBe(11);
});

test('the same bytes written twice are two objects, so that removing one leaves the other', async () => {
  const [one, two] = [
    await storage.put(Readable.from([Buffer.from('x')])),
    await storage.put(Readable.from([Buffer.from('x')])),
  ];
  expect(one.sha256).toBe(two.sha256);
  await storage.delete(one.key);
  expect(await storage.size(one.key)).toBeNull();
  expect(await storage.size(two.key)).toBe(1);
});

test('a source that fails leaves nothing', async () => {
  async function* broken() {
    yield Buffer.alloc(100_000);
    throw new Error('cut');
  }
  await expect(storage.stage(Readable.from(broken()))).rejects.toThrow('cut');
  expect(await keys()).toEqual([]);
  expect(await storage.sweep({ isReferred: () => Promise.resolve(false) })).toBe(0);
});

test('a source that fails before it is read fails the write, not the process', async () => {
  const source = Readable.from(['x']);
  const staged = storage.stage(source);
  source.destroy(new Error('the sender left'));
  await expect(staged).rejects.toThrow('the sender left');
});

test('a key that leads elsewhere is refused', () => {
  for (const key of ['../x', '/etc/passwd', 'aa/../../x', ''])
    expect(() => storage.path(key)).toThrow('not an object key');
});

test.each([
  [true, 1],
  [false, 0],
])('an object that was left in doubt is kept when rows refer to it (%s)', async (referred, left) => {
  const staged = await storage.stage(Readable.from([Buffer.from('x')]));
  const object = await staged.keep();
  const asked: string[] = [];
  const isReferred = (key: string) => Promise.resolve(asked.push(key) > 0 && referred);
  expect(await storage.sweep({ isReferred })).toBe(0);
  await object.deferToSweeper();
  expect(await storage.sweep({ isReferred })).toBe(1);
  expect(asked).toEqual([object.key]);
  expect(await keys()).toHaveLength(left);
  expect(await storage.sweep({ isReferred })).toBe(0);
});

test('an object is under way until its maker has decided on it', async () => {
  const kept = [];
  for (const text of ['a', 'b', 'c', 'd']) {
    const staged = await storage.stage(Readable.from([Buffer.from(text)]));
    kept.push(await staged.keep());
  }
  const [confirmed, removed, left, undecided] = kept;
  expect(await storage.unconfirmedKeys()).toEqual(new Set(kept.map(({ key }) => key)));
  await confirmed!.confirm();
  await removed!.remove();
  await left!.deferToSweeper();
  expect(await storage.unconfirmedKeys()).toEqual(new Set([left!.key, undecided!.key]));
});

test('a derived file is made once for all who ask at the same time, and not again', async () => {
  const derived = createDerivedFiles(storage);
  let made = 0;
  const make = async (path: string) => {
    made += 1;
    await writeFile(path, 'picture');
  };
  const paths = await Promise.all([1, 2, 3].map(() => derived.ensure('abc', 'thumbnail.webp', make)));
  expect(new Set(paths).size).toBe(1);
  await derived.ensure('abc', 'thumbnail.webp', make);
  expect(made).toBe(1);
  expect(await readFile(paths[0]!, 'utf8')).toBe('picture');
  await derived.drop('abc');
  expect(await derived.find('abc', 'thumbnail.webp')).toBeNull();
});

test('a derived file whose making fails does not appear, and can be tried again', async () => {
  const derived = createDerivedFiles(storage);
  await expect(
    derived.ensure('abc', 'x', async (path) => {
      await writeFile(path, 'half');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await derived.find('abc', 'x')).toBeNull();
  expect(await derived.ensure('abc', 'x', (path) => writeFile(path, 'whole'))).toMatch(/abc\/x$/);
});

test('a folder that others could look into becomes private with all that is in it', async () => {
  const folder = join(root, 'older', 'ab');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'working.gpkg'), 'data');
  for (const path of [join(root, 'older'), folder]) await chmod(path, 0o755);
  await chmod(join(folder, 'working.gpkg'), 0o644);
  await expect(makePrivateFolder(join(root, 'older'))).resolves.toBe(true);
  const modes = [join(root, 'older'), folder, join(folder, 'working.gpkg')].map(
    async (path) => (await stat(path)).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  await makePrivateFolder(join(root, 'new'));
  expect((await stat(join(root, 'new'))).mode & 0o777).toBe(0o700);
});

test('a zip that unpacks to more than half of the free space is refused before anything is written', async () => {
  const path = join(root, 'large.zip');
  const entries = Array.from({ length: 1_000 }, (_, i) => ({
    name: `${i}.dbf`,
    data: Buffer.alloc(1),
    deflate: true,
    declaredSize: 4e9,
  }));
  await writeFile(path, makeZip(entries));
  const target = join(root, 'unpacked');
  await mkdir(target);
  const limits = { maxBytes: Infinity, maxRatio: Infinity };
  await expect(extractZip(path, target, { place: ({ name }) => name, limits })).rejects.toMatchObject({
    code: 'files.no_space',
  });
  expect(await readdir(target)).toEqual([]);
});
