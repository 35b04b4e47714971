import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { checkIntegrity } from '../src/features/integrity/check.ts';
import { addVersion, namesOf, onDataset, versionsOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { tinyTiff } from './tiny-tiff.ts';

let app: TestVault;
let ada: Person;
let root: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

afterAll(() => app.close());

/** Whatever raced: every version has its bytes, no bytes are left without a version, and the counts are right. */
afterEach(async () => {
  const report = await checkIntegrity(app.context, { checksums: true });
  expect(report).toMatchObject({ findings: [], underWay: 0, leaving: 0 });
  const wrong = await app.admin.query(
    `SELECT d.name FROM vault.datasets d WHERE version_count <> (SELECT count(*) FROM vault.versions v WHERE v.dataset_id = d.id)
       OR latest_version_id IS DISTINCT FROM
         (SELECT id FROM vault.versions v WHERE v.dataset_id = d.id ORDER BY version DESC LIMIT 1)`,
  );
  expect(wrong.rows).toEqual([]);
});

const send = (dataset: string, note: string) =>
  upload(app, ada, {
    file: tinyTiff(note),
    fileName: 'x.tif',
    path: `/datasets/${encodeURIComponent(dataset)}/upload`,
  });
const rollBack = (id: number) => ask(app, ada, { path: `/versions/${id}/rollback`, method: 'POST' });
const clone = (name: string, json: object) => onDataset(app, ada, { name, path: '/clone', json });
const rename = (name: string, to: string) =>
  onDataset(app, ada, { name, path: '/rename', json: { name: to } });
const remove = (name: string) => onDataset(app, ada, { name, method: 'DELETE', path: '?confirm=true' });
const removeVersion = (name: string, version: number) =>
  onDataset(app, ada, { name, method: 'DELETE', path: `/versions/${version}` });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('concurrent rollbacks, uploads, deletions and clones of a dataset give unique version numbers without gaps', async () => {
  const ids: number[] = [];
  for (const note of ['1', '2', '3', '4']) ids.push((await addVersion(app, ada, 'busy', note)).version_id);
  const [first, second] = ids as [number, number];
  const makers = [
    ...Array.from({ length: 6 }, () => rollBack(first)),
    ...Array.from({ length: 4 }, (_each, i) => send('busy', `new ${i}`)),
  ];
  const others = [
    ...Array.from({ length: 4 }, (_each, i) =>
      clone('busy', { name: `busy clone ${i}`, clone_versions: i % 2 === 0 }),
    ),
    removeVersion('busy', 2),
    removeVersion('busy', 3),
    rollBack(second),
  ];
  const answers = await Promise.all(makers);
  const [deleted, , late] = (await Promise.all(others)).slice(4);
  expect(statuses(answers)).toEqual([...Array(6).fill(200), ...Array(4).fill(201)]);
  expect(deleted!.status).toBe(200);
  // 200: the rollback was before the deletion of its version; 404: after it.
  expect([200, 404]).toContain(late!.status);

  const expected = 4 + 10 + (late!.status === 200 ? 1 : 0);
  const numbers = (await versionsOf(app, ada, 'busy')).map(({ version }) => version);
  expect(numbers).toEqual(
    Array.from({ length: expected }, (_each, i) => expected - i).filter((n) => n !== 2 && n !== 3),
  );
  for (const name of (await namesOf(app, ada)).filter((each) => each.startsWith('busy clone'))) {
    const own = (await versionsOf(app, ada, name)).map(({ version }) => version);
    expect(own).toEqual(Array.from({ length: own.length }, (_each, i) => own.length - i));
  }
});

test('uploads during a rename create a version of the dataset or return 409, and none creates a second dataset', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [from, to] = [`ship ${round}`, `boat ${round}`];
    await addVersion(app, ada, from, `${from} 1`);
    const [sent, renamed] = await Promise.all([send(from, `${from} 2`), rename(from, to)]);
    expect(renamed.status).toBe(200);
    // 403: it was renamed before the upload was let in, and there is no such dataset for ada.
    expect([201, 403, 409]).toContain(sent.status);
    expect((await versionsOf(app, ada, to)).length).toBe(sent.status === 201 ? 2 : 1);
    expect(await namesOf(app, root)).not.toContain(from);
  }
});

test('a clone during a deletion keeps its bytes or is not created', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `origin ${round}`;
    await addVersion(app, ada, name, name);
    await onDataset(app, ada, { name, path: '/archive' });
    const [deleted, ...clones] = await Promise.all([
      remove(name),
      clone(name, { name: `${name} a` }),
      clone(name, { name: `${name} b`, clone_versions: true }),
    ]);
    expect(deleted!.status).toBe(200);
    for (const [index, answer] of clones.entries()) {
      expect([200, 403, 404]).toContain(answer.status);
      if (answer.status !== 200) continue;
      const [version] = await versionsOf(app, ada, `${name} ${'ab'[index]}`);
      expect((await ask(app, ada, { path: `/versions/${version.id}/download` })).status).toBe(200);
    }
  }
});

test('concurrent deletions of all datasets that share bytes delete the bytes', async () => {
  const uploaded = await addVersion(app, ada, 'shared', 'shared bytes');
  const names = ['shared', 'shared a', 'shared b', 'shared c'];
  for (const name of names.slice(1)) expect((await clone('shared', { name })).status).toBe(200);
  for (const name of names) await onDataset(app, ada, { name, path: '/archive' });
  const answers = await Promise.all(names.map(remove));
  // Two deletions that unlink each other's history may conflict; one of them is asked to try again.
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  for (const [index, { status }] of answers.entries())
    if (status === 409) expect((await remove(names[index]!)).status).toBe(200);
  const { objects } = await app.stored();
  expect(objects.filter((key) => key.includes(uploaded.sha256!))).toEqual([]);
});

test('one of two concurrent deletions of a dataset returns 200, the other 404', async () => {
  await addVersion(app, ada, 'twice', 'twice');
  await onDataset(app, ada, { name: 'twice', path: '/archive' });
  const answers = await Promise.all([remove('twice'), remove('twice')]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of answers) expect([200, 403, 404]).toContain(status);
});

test('a rollback and an upload during archiving either create a version or return 409', async () => {
  const first = await addVersion(app, ada, 'closing', 'c1');
  await addVersion(app, ada, 'closing', 'c2');
  const [archived, rolled, sent] = await Promise.all([
    onDataset(app, ada, { name: 'closing', path: '/archive' }),
    rollBack(first.version_id),
    send('closing', 'c3'),
  ]);
  expect(archived!.status).toBe(200);
  expect([200, 409]).toContain(rolled!.status);
  expect([201, 409]).toContain(sent!.status);
  const accepted = [rolled!, sent!].filter(({ status }) => status < 300).length;
  expect(await versionsOf(app, ada, 'closing')).toHaveLength(2 + accepted);
  expect((await rollBack(first.version_id)).status).toBe(409);
});
