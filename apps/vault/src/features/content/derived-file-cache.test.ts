import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDerivedFiles, createStorage } from '@cairn/files';
import { runForPerson } from '@cairn/service';
import { createDerivedFileCache } from './derived-file-cache.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-bounded-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const filesOf = async (owner: string) => (await readdir(join(root, 'derived/or', owner))).toSorted();
const visitor = { name: 'visitor 192.0.2.1', isVisitor: true };

test('visitors evict only files of visitors, and use those of signed-in users', async () => {
  const storage = createStorage({ root });
  const files = createDerivedFileCache({
    storage,
    derived: createDerivedFiles(storage),
    owner: 'orders',
    users: { maxFiles: 2, maxBytes: 1_000 },
    visitors: { maxFiles: 10, maxBytes: 25 },
  });
  const use = (name: string) =>
    files.use(
      name,
      (path) => writeFile(path, 'ten bytes.'),
      async () => undefined,
    );
  await use('people-1');
  await use('people-2');
  await runForPerson(visitor, () => use('visitors-1'));
  for (let i = 2; i <= 20; i += 1) await runForPerson(visitor, () => use(`visitors-${i}`));
  expect(await filesOf('orders')).toEqual(['people-1', 'people-2']);
  expect(await filesOf('orders-of-visitors')).toHaveLength(2);
  await runForPerson(visitor, () => use('people-1'));
  expect(await filesOf('orders-of-visitors')).not.toContain('people-1');
  await use('people-3');
  expect(await filesOf('orders')).toHaveLength(2);
});

test('a file stays readable for a request while another request removes it', async () => {
  const storage = createStorage({ root });
  const derived = createDerivedFiles(storage);
  const files = createDerivedFileCache({
    storage,
    derived,
    owner: 'orders',
    users: { maxFiles: 1, maxBytes: 25 },
  });
  const write = (text: string) => (path: string) => writeFile(path, text);
  const first = await files.use('first', write('first'), async (path) => {
    await files.use('second', write('second'), async () => undefined);
    expect(await filesOf('orders')).toEqual(['second']);
    return readFile(path, 'utf8');
  });
  expect(first).toBe('first');
  expect(await readdir(join(root, 'work'))).toEqual([]);
});

test('a file that another request removes before its first use is written again', async () => {
  const storage = createStorage({ root });
  const derived = createDerivedFiles(storage);
  let removals = 0;
  const files = createDerivedFileCache({
    storage,
    derived: {
      ...derived,
      async ensure(...request) {
        const path = await derived.ensure(...request);
        if (removals === 0) await rm(path);
        removals += 1;
        return path;
      },
    },
    owner: 'orders',
  });
  const text = await files.use(
    'order',
    (path) => writeFile(path, 'rows'),
    (path) => readFile(path, 'utf8'),
  );
  expect([text, removals]).toEqual(['rows', 2]);
});
