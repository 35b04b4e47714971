import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { checkIntegrity } from '../src/features/integrity/check.ts';
import { isObjectUsedAfterCommits } from '../src/features/versions/repo.ts';
import { addVersion, onDataset, versionsOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { geoJson, text } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { beginUpload } from './running-vault.ts';
import { tinyTiff } from './tiny-tiff.ts';

let app: TestVault;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  app = await startTestVault({
    inspects: false,
    env: { EDIT_PAUSE_SECONDS: '1' },
    jobTimes: { sweepMs: 100 },
  });
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
});

afterAll(() => app.close());

/** A newer version, as another transaction writes it. */
const SECOND_VERSION = `WITH made AS (
    INSERT INTO vault.versions (dataset_id, version, operation, format, file_name, size, sha256, object_key)
    SELECT dataset_id, 2, 'upload', format, file_name, size, sha256, coalesce($2, object_key) FROM vault.versions
    WHERE dataset_id = (SELECT id FROM vault.datasets WHERE name = $1) RETURNING id, dataset_id)
  UPDATE vault.datasets d SET latest_version_id = made.id FROM made WHERE d.id = made.dataset_id`;

test('an upload follows its dataset when it is renamed, and never goes to a new one with the old name', async () => {
  await upload(app, ada, { file: geoJson(), fileName: 'mine.geojson' });
  const sending = beginUpload(app.url, ada, { fileName: 'mine.geojson', head: text('{"type":"Feature') });
  await until('the upload has begun', async () => (await app.stored()).incoming.length === 1);
  await onDataset(app, ada, { name: 'mine', path: '/rename', json: { name: 'hers' } });
  expect((await upload(app, bob, { file: geoJson({ i: 1 }), fileName: 'mine.geojson' })).status).toBe(201);
  sending.request.write('Collection","features":[{"type":"Feature","properties":{},"geometry":');
  sending.request.write('{"type":"Point","coordinates":[1,1]}}]}');
  expect(await sending.finish()).toBe(201);
  expect(await versionsOf(app, ada, 'hers')).toHaveLength(2);
  expect(await versionsOf(app, bob, 'mine')).toHaveLength(1);
});

test('the sweeper waits for a pending commit before it removes an object of a dead process', async () => {
  const { storage, db } = app.context;
  await addVersion(app, ada, 'late', 'late 1');
  const staged = await storage.stage(Readable.from([tinyTiff('late 1')]));
  const object = await staged.keep();
  await object.deferToSweeper();
  const other = await app.admin.connect();
  try {
    await other.query('BEGIN');
    await other.query(SECOND_VERSION, ['late', object.key]);
    const swept = storage.sweep({ isReferred: (key) => isObjectUsedAfterCommits(db, key) });
    await until('the sweeper waits', async () => {
      const found = await app.admin.query(`SELECT 1 FROM pg_locks WHERE mode = 'ShareLock' AND NOT granted`);
      return found.rowCount !== 0;
    });
    await other.query('COMMIT');
    expect(await swept).toBe(1);
  } finally {
    other.release();
  }
  expect(await storage.size(object.key)).toBe(tinyTiff('late 1').length);
  expect(await checkIntegrity(app.context, { checksums: true })).toMatchObject({ findings: [] });
});

test('a job creates no version when the user has lost access to the dataset or to the clip dataset', async () => {
  const ring = [
    [0, 0],
    [9, 0],
    [0, 9],
    [0, 0],
  ];
  const area = { type: 'Feature', properties: { a: 1 }, geometry: { type: 'Polygon', coordinates: [ring] } };
  for (const name of ['lands', 'seas', 'area']) {
    const file = geoJson({ features: [area], name });
    expect((await upload(app, ada, { file, fileName: `${name}.geojson` })).status).toBe(201);
    await app.grant({ to: bob, on: name, permission: name === 'area' ? 'view' : 'edit' });
  }
  const enqueue = async (path: string, json: object): Promise<number> => {
    const headers = { prefer: 'respond-async' };
    const answer = await ask(app, bob, { path: `/datasets/${path}`, method: 'POST', json, headers });
    expect(answer.status).toBe(202);
    return Number(answer.body.id);
  };
  const clip = await enqueue('lands/versions/1/clip', { mode: 'dataset', clip_dataset: 'area' });
  const filter = await enqueue('seas/versions/1/filter', { where: 'a = 1' });
  await app.admin.query(
    `DELETE FROM portal.permissions p USING portal.resources r, portal.groups g
     WHERE r.id = p.resource_id AND g.id = p.group_id AND g.name = 'only bob' AND r.resource_key IN (SELECT 'id:' || id FROM vault.datasets WHERE name = ANY($1))`,
    [['seas', 'area']],
  );
  const worker = app.work('version.derive');
  const ends = async (id: number) => (await app.context.jobs.finished(id))?.errors.at(-1)?.message;
  expect(await ends(clip)).toMatch(/no longer has the view permission on "area"\. Nothing was changed/);
  expect(await ends(filter)).toMatch(/no longer has the edit permission on "seas"\. Nothing was changed/);
  await worker.stop();
  for (const name of ['lands', 'seas']) expect(await versionsOf(app, ada, name)).toHaveLength(1);
});

test('a version that was saved before its worker died is the result, whatever happened to the dataset since', async () => {
  await upload(app, ada, { file: geoJson({ name: 'kept' }), fileName: 'kept.geojson' });
  const worker = app.work('version.derive');
  const answer = await ask(app, ada, {
    path: '/datasets/kept/versions/1/filter',
    method: 'POST',
    json: { where: 'a = 1' },
  });
  expect(answer.body).toMatchObject({ new_version: 2, feature_count: 1 });
  const edit = { pk_column: 'cairn_fid', pk_value: 1, updates: { a: 7 } };
  expect((await editor(app, ada, 'kept', 2).post('update', edit)).status).toBe(200);
  // As left by a worker that dies before it can save the end.
  const { rows } = await app.admin.query(
    `UPDATE vault.jobs SET status = 'queued', dispatched_at = NULL, finished_at = NULL, result = NULL
     WHERE kind = 'version.derive' AND result ->> 'version_id' = $1 RETURNING id`,
    [String(answer.body.version_id)],
  );
  await app.context.jobs.dispatch();
  const ended = await app.context.jobs.finished(Number(rows[0].id));
  await worker.stop();
  expect(ended).toMatchObject({ status: 'succeeded', errors: [], result: answer.body });
  expect(await versionsOf(app, ada, 'kept')).toHaveLength(2);
  await editor(app, ada, 'kept').discard();
});

test('a draft that failed to publish is retried later, unless it can never be written', async () => {
  await upload(app, ada, { file: geoJson(), fileName: 'edited.geojson' });
  const { admin } = app;
  const edit = (a: number) =>
    editor(app, ada, 'edited').post('update', { pk_column: 'cairn_fid', pk_value: 1, updates: { a } });
  const newest = async (kind: string) => {
    // Due jobs need not wait for the sweep.
    await app.context.jobs.dispatch();
    const { rows } = await admin.query(
      'SELECT id, status, result FROM vault.jobs WHERE kind = $1 ORDER BY id DESC LIMIT 1',
      [kind],
    );
    return rows[0];
  };
  const fail = (id: string, kind: string) =>
    admin.query(
      `UPDATE vault.jobs SET status = 'failed', finished_at = now(),
         errors = jsonb_build_array(jsonb_build_object('kind', $2::text, 'message', 'x')) WHERE id = $1`,
      [id, kind],
    );
  expect((await edit(5)).status).toBe(200);
  const watcher = app.work('edits.auto_commit');
  await until('the publication is queued', async () => (await newest('edits.commit')) !== undefined);
  const { id } = await newest('edits.commit');
  await fail(id, 'conflict');
  const check = await newest('edits.auto_commit');
  await until('the check is queued again', async () => (await newest('edits.auto_commit')).id > check.id);
  expect((await newest('edits.commit')).id).toBe(id);

  await fail(id, 'unavailable');
  await until('the publication is retried', async () => (await newest('edits.commit')).id !== id);
  await watcher.stop();
  // Otherwise the job waits 5 s, since the watcher has no processor for it.
  await admin.query(
    `UPDATE vault.jobs SET run_after = now() WHERE kind = 'edits.commit' AND status = 'queued'`,
  );
  const worker = app.work('edits.commit');
  await until('the version', async () => (await versionsOf(app, ada, 'edited')).length === 2, {
    limitMs: 60_000,
  });
  await worker.stop();
});
