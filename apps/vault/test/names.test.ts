import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addVersion, namesOf, onDataset, versionsOf } from './catalog.ts';
import { ask, traces, upload } from './client.ts';
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
  await addVersion(app, ada, 'source', 'source');
});

afterAll(() => app.close());

const rename = (name: string, chosen: unknown) =>
  onDataset(app, ada, { name, path: '/rename', json: { name: chosen } });
const clone = (name: string, chosen: unknown) =>
  onDataset(app, ada, { name, path: '/clone', json: { name: chosen } });
const send = (dataset: string, note = dataset) =>
  upload(app, ada, { file: tinyTiff(note), fileName: 'x.tif', dataset });

const BAD = [
  ['two dots', '..'],
  ['dots within', 'a..b'],
  ['a way up', '../../etc/passwd'],
  ['a slash', 'a/b'],
  ['a backslash', 'a\\b'],
  ['NUL', 'a\u0000b'],
  ['a line break', 'a\nb'],
  ['300 characters', 'x'.repeat(300)],
  ['a leading dash', '-sql'],
  ['a leading parenthesis', '(Copy)'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a text that runs the other way', 'a\u202egpj.exe'],
  ['quotes', `a';DROP TABLE datasets;--`],
];

test.each(BAD)(
  'POST /datasets/{name}/rename to %s returns 400, as do a clone and an upload, and changes nothing',
  async (_what, name) => {
    const before = await traces(app);
    for (const { status } of [await rename('source', name), await clone('source', name), await send(name)])
      expect(status).toBe(400);
    expect(await traces(app)).toEqual(before);
    expect(await namesOf(app, root)).toEqual(['source']);
  },
);

test.each([7, null, { a: 1 }, ['x'], 'a\ud800'])(
  'POST /datasets/{name}/rename to %j returns 400',
  async (name) => {
    expect((await rename('source', name)).status).toBe(400);
  },
);

test.each(['', '   '])('POST /datasets/{name}/rename to %j returns 400', async (name) => {
  expect((await rename('source', name)).status).toBe(400);
});

test.each(['%00', 'a%00b', '%ff', '..%2f..%2fetc', 'a%2fb', 'a%0Asource', 'source%0A', '%0a'])(
  'GET /datasets/{name}/versions returns no dataset for the address %s',
  async (name) => {
    const { status, body } = await ask(app, root, { path: `/datasets/${name}/versions` });
    expect([200, 400, 404]).toContain(status);
    expect(body.versions ?? []).toEqual([]);
  },
);

test('Unicode compositions of a name are one name', async () => {
  expect((await clone('source', 'Cafe\u0301')).body.name).toBe('Caf\u00e9');
  expect((await clone('source', 'Caf\u00e9')).status).toBe(409);
  expect((await rename('source', 'Cafe\u0301')).status).toBe(409);
});

describe('concurrent requests for one name', () => {
  test('one of ten clones succeeds, the others return 409', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => clone('source', 'one clone')));
    expect(count(answers)).toEqual({ 200: 1, 409: 9 });
    expect(await versionsOf(app, ada, 'one clone')).toHaveLength(1);
  });

  test('one of five renames succeeds, the others return 409 and keep their names', async () => {
    const names = ['p1', 'p2', 'p3', 'p4', 'p5'];
    for (const name of names) await addVersion(app, ada, name, name);
    const answers = await Promise.all(names.map((name) => rename(name, 'wanted')));
    expect(count(answers)).toEqual({ 200: 1, 409: 4 });
    const left = (await namesOf(app, ada)).filter((name) => names.includes(name));
    expect(left).toHaveLength(4);
    expect(await versionsOf(app, ada, 'wanted')).toHaveLength(1);
  });

  test('one of the uploads, clones and renames of several users succeeds, and permissions stay separate', async () => {
    const bob = await app.signUp({ username: 'bob' });
    // Each starts from a dataset of its own: who clones one that is renamed meanwhile may hear that it is gone.
    for (const [person, name] of [
      [bob, 'bobs'],
      [bob, 'bobs other'],
      [ada, 'adas'],
    ] as const)
      await addVersion(app, person, name, name);
    const asBob = (name: string, path: string) =>
      onDataset(app, bob, { name, path, json: { name: 'prize' } });
    const answers = await Promise.all([
      asBob('bobs', '/rename'),
      asBob('bobs other', '/clone'),
      rename('adas', 'prize'),
      clone('source', 'prize'),
      send('prize', 'a new one'),
      upload(app, bob, { file: tinyTiff('bobs new'), fileName: 'x.tif', dataset: 'prize' }),
    ]);
    const won = answers.filter(({ status, body }) => status < 300 && body.created !== false);
    expect(won).toHaveLength(1);
    // The others learn that the name is taken, or that the dataset belongs to another user.
    for (const { status } of answers) expect([200, 201, 403, 409]).toContain(status);
    const owners = await app.admin.query(
      `SELECT d.owner_id = r.owner_id AS same, d.owner_id FROM vault.datasets d
         JOIN portal.resources r ON r.resource_key = 'id:' || d.id WHERE d.name = 'prize'`,
    );
    // An upload that comes after its own user has the name is a new version.
    for (const [{ status, body }, person] of [
      [answers[4], ada],
      [answers[5], bob],
    ] as const)
      if (status < 300 && !body.created) expect(person.id).toBe(Number(owners.rows[0].owner_id));
    expect(owners.rows).toEqual([expect.objectContaining({ same: true })]);
  });
});

function count(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
