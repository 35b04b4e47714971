import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDerivedFiles, createStorage } from '@cairn/files';
import { runForPerson } from '@cairn/service';
import { createBoundedFiles } from './bounded-files.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-bounded-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const visitor = { name: 'visitor 192.0.2.1', isVisitor: true };

test('visitors displace only files of visitors, and use those of signed-in users', async () => {
  const files = createBoundedFiles({
    derived: createDerivedFiles(createStorage({ root })),
    owner: 'orders',
    people: { maxFiles: 2, maxBytes: 1_000 },
    visitors: { maxFiles: 10, maxBytes: 25 },
  });
  const ensure = (name: string) => files.ensure(name, (path) => writeFile(path, 'ten bytes.'));
  const ofPeople = await ensure('people-1');
  await ensure('people-2');
  const ofVisitors = await runForPerson(visitor, () => ensure('visitors-1'));
  for (let i = 2; i <= 20; i += 1) await runForPerson(visitor, () => ensure(`visitors-${i}`));
  expect((await readdir(dirname(ofPeople))).toSorted()).toEqual(['people-1', 'people-2']);
  expect(await readdir(dirname(ofVisitors))).toHaveLength(2);
  expect(await runForPerson(visitor, () => ensure('people-1'))).toBe(ofPeople);
  await ensure('people-3');
  expect(await readdir(dirname(ofPeople))).toHaveLength(2);
});
