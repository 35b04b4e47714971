import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Job } from '@cairn/jobs';
import type { Kysely } from 'kysely';
import { until } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: { EDIT_PAUSE_SECONDS: '600' } });
  ada = await app.signUp({ username: 'ada' });
  worker = app.work();
  await upload(app, ada, { file: 'countries.gpkg' });
});

afterAll(async () => {
  await worker.stop();
  await app.close();
});

const newest = async (of: TestVault, person: Person, dataset: string) =>
  (await ask(of, person, { path: `/datasets/${dataset}/versions` })).body.versions[0];

describe('POST /datasets/{name}/edits/seal', () => {
  test('publishes a hundred edits as one version', async () => {
    const first = editor(app, ada, 'countries');
    for (let i = 1; i <= 100; i += 1) {
      const { status } = await first.update(i, { population: i });
      expect(status).toBe(200);
    }
    expect((await first.commit()).body).toMatchObject({ new_version: 2, feature_count: 241 });
    const second = (await editor(app, ada, 'countries', 2).rows({ limit: 100 })).body;
    expect(second.rows.map(({ population }: { population: number }) => population)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(second.working).toBeUndefined();
    expect((await first.edits('?version=2&limit=500')).body.edits).toHaveLength(100);
  });

  test('returns 202 and a job when the client sends Prefer: respond-async, and the same job for a second request', async () => {
    const countries = editor(app, ada, 'countries', 2);
    await countries.update(1, { name: 'x' });
    const { status, body } = await countries.commit({}, { prefer: 'respond-async' });
    expect([status, body.kind, body.title]).toEqual([202, 'edits.commit', 'Save the edits of countries']);
    const again = await countries.commit();
    // The second caller waits for the job, unless it has ended.
    expect([200, 409]).toContain(again.status);
    const ended = await ask(app, ada, { path: `/api/jobs/${body.id}` });
    expect(ended.body).toMatchObject({ status: 'succeeded', result: { success: true, new_version: 3 } });
    expect(await newest(app, ada, 'countries')).toMatchObject({ version: 3 });
  });

  test('returns 409 without edits', async () => {
    const { status, body } = await editor(app, ada, 'countries', 3).commit();
    expect([status, body.error]).toEqual([409, 'The dataset "countries" has no edits to publish.']);
  });

  test('creates no version from edits that cancel each other out', async () => {
    const countries = editor(app, ada, 'countries', 3);
    await countries.update(1, { name: 'y' });
    await countries.update(1, { name: 'x' });
    const inserted = await countries.insert({ name: 'never' });
    await countries.remove(inserted.body.pk_value);
    const { status, body } = await countries.commit();
    expect([status, body.new_version, body.warnings]).toEqual([
      200,
      3,
      ['The edits cancel each other out, so no version was created.'],
    ]);
  });

  test('waits for the configured time, also after the clock was set back', async () => {
    const countries = editor(app, ada, 'countries', 3);
    await countries.update(2, { name: 'z' });
    const { rows } = await app.admin.query('SELECT id FROM vault.edit_sessions ORDER BY id DESC LIMIT 1');
    const job = await app.context.jobs.enqueue(app.context.db, {
      kind: 'edits.auto_commit',
      payload: { session_id: Number(rows[0].id) },
    });
    await app.context.jobs.dispatch();
    const ended = await app.context.jobs.finished(job.id);
    expect(ended?.result).toEqual({ committing: false, again_in_seconds: expect.any(Number) });
    const { again_in_seconds: seconds } = (ended as Job).result as { again_in_seconds: number };
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);

    await app.admin.query(
      `UPDATE vault.edit_sessions SET last_edit_at = now() + interval '2 hours' WHERE id = $1`,
      [rows[0].id],
    );
    const again = await app.context.jobs.enqueue(app.context.db, {
      kind: 'edits.auto_commit',
      payload: { session_id: Number(rows[0].id) },
    });
    await app.context.jobs.dispatch();
    expect((await app.context.jobs.finished(again.id))?.result).toEqual({
      committing: false,
      again_in_seconds: 600,
    });
    expect((await countries.edits()).body.working).toMatchObject({ edits: 1, seals_at: expect.any(String) });
    const { seals_at: at, last_at: last } = (await countries.edits()).body.working;
    expect(Date.parse(at) - Date.parse(last)).toBe(600_000);
  });
});

describe('a draft without further edits', () => {
  test('becomes a version by itself, created by the user of the last edit', async () => {
    const hasty = await startTestVault({
      inspects: false,
      env: { EDIT_PAUSE_SECONDS: '1' },
      jobTimes: { sweepMs: 100 },
    });
    const hastyWorker = hasty.work();
    try {
      const ben = await hasty.signUp({ username: 'ben' });
      await upload(hasty, ben, { file: 'countries.gpkg' });
      await editor(hasty, ben, 'countries').update(1, { name: 'x' });
      const isPublished = async () => (await newest(hasty, ben, 'countries')).version === 2;
      await until('the draft to be published', isPublished, { limitMs: 90_000 });
      expect(await newest(hasty, ben, 'countries')).toMatchObject({ operation: 'edit', created_by: 'ben' });
    } finally {
      await hastyWorker.stop();
      await hasty.close();
    }
  });

  test('becomes a version by itself also when redo reopened it after the wait', async () => {
    await upload(app, ada, { file: 'countries.gpkg', dataset: 'reopened' });
    const reopened = editor(app, ada, 'reopened');
    await reopened.update(1, { name: 'x' });
    await reopened.discard({ last: true });
    const { rows } = await app.admin.query(
      `UPDATE vault.jobs SET run_after = now()
        WHERE kind = 'edits.auto_commit' AND id = (SELECT max(pause_job_id) FROM vault.edit_sessions) RETURNING id`,
    );
    await app.context.jobs.dispatch();
    expect((await app.context.jobs.finished(Number(rows[0].id)))?.result).toEqual({ committing: false });
    const { body } = await reopened.redo();
    expect(body.working).toMatchObject({ edits: 1, seals_at: expect.any(String) });
    await reopened.discard();
  });
});

test('the migration renames the kinds of queued and ended jobs', async () => {
  const { rows } = await app.admin.query(
    `INSERT INTO vault.jobs (kind, payload, status, run_after)
     VALUES ('edits.pause', '{}', 'queued', 'infinity'), ('edits.seal', '{}', 'cancelled', now()) RETURNING id`,
  );
  const { up } = await import('../src/db/migrations/20261123T0635_edit_job_kinds.ts');
  await up(app.context.db as unknown as Kysely<unknown>);
  const { rows: renamed } = await app.admin.query(
    'DELETE FROM vault.jobs WHERE id = ANY ($1) RETURNING kind',
    [rows.map(({ id }) => id)],
  );
  expect(renamed.map(({ kind }) => kind).toSorted()).toEqual(['edits.auto_commit', 'edits.commit']);
});

describe('a draft', () => {
  let ben: Person;
  let vault: TestVault;

  beforeAll(async () => {
    vault = await startTestVault({ inspects: false });
    ben = await vault.signUp({ username: 'ben' });
    await upload(vault, ben, { file: 'countries.gpkg' });
  });
  afterAll(() => vault.close());

  test('is not published by itself and is visible to editors only', async () => {
    const reader = await vault.signUp({ username: 'reader' });
    await vault.grant({ to: reader, on: 'countries', permission: 'view' });
    const countries = editor(vault, ben, 'countries');
    const before = (await countries.rows({ limit: 2 })).body.rows;
    const { body: changed } = await countries.update(1, { name: 'Draft' });
    expect(changed.working.seals_at).toBeUndefined();
    expect((await vault.admin.query(`SELECT kind FROM vault.jobs WHERE kind LIKE 'edits.%'`)).rows).toEqual(
      [],
    );

    const own = (await countries.rows({ limit: 2 })).body;
    expect(own.rows[0].name).toBe('Draft');
    expect(own.changes).toEqual([['name'], null]);
    const others = editor(vault, reader, 'countries');
    const seen = (await others.rows({ limit: 2 })).body;
    expect([seen.rows, seen.working, seen.changes]).toEqual([before, undefined, undefined]);
    expect((await others.edits()).body).toEqual({ dataset: 'countries', edits: [] });
    const path = '/datasets/countries/versions/1/edit/capability';
    expect((await ask(vault, reader, { path })).body.working).toBeUndefined();
    expect((await ask(vault, ben, { path })).body.working).toMatchObject({ edits: 1, people: ['ben'] });
    await countries.discard();
  });

  test('shows readers neither its jobs nor its values', async () => {
    const reader = await vault.signUp({ username: 'later' });
    expect((await upload(vault, ben, { file: 'countries.gpkg', dataset: 'history' })).status).toBe(201);
    await vault.grant({ to: reader, on: 'history', permission: 'view' });
    const draft = editor(vault, ben, 'history');
    await draft.update(1, { name: 'Public' });
    await draft.remove(2);
    const { body: job } = await draft.commit({}, { prefer: 'respond-async' });
    expect(job).toMatchObject({ title: 'Save the edits of history', may_cancel: true });
    expect((await ask(vault, reader, { path: `/api/jobs/${job.id}` })).status).toBe(404);
    const editing = await vault.signUp({ username: 'editing' });
    await vault.grant({ to: editing, on: 'history', permission: 'edit' });
    const seen = (await ask(vault, editing, { path: `/api/jobs/${job.id}` })).body;
    expect([seen.kind, seen.title]).toEqual(['edits.commit', undefined]);

    const work = vault.work();
    try {
      expect((await vault.context.jobs.finished(Number(job.id)))?.status).toBe('succeeded');
    } finally {
      await work.stop();
    }
    await ask(vault, ben, { method: 'DELETE', path: '/datasets/history/versions/1' });
    const own = (await draft.edits('?version=2')).body.edits;
    expect(own[1]).toMatchObject({ before: { name: expect.any(String) }, after: { name: 'Public' } });
    const others = (await editor(vault, reader, 'history').edits('?version=2')).body.edits;
    expect(others).toEqual(
      own.map(
        ({ before: _before, after: _after, row_name: _name, ...rest }: Record<string, unknown>) => rest,
      ),
    );
  });

  test('lists its edits with the names of the rows', async () => {
    const countries = editor(vault, ben, 'countries');
    const name = String((await countries.row(5)).name);
    await countries.update(5, { population: 1 });
    await countries.remove(5);
    const inserted = await countries.insert({ name: 'Atlantis' });
    expect((await countries.edits()).body.edits).toMatchObject([
      { kind: 'insert', row_name: 'Atlantis', pk_value: inserted.body.pk_value },
      { kind: 'delete', row_name: name },
      { kind: 'update', row_name: name, pk_value: 5 },
    ]);
    await countries.discard();
  });

  test('POST /datasets/{name}/edits/redo restores undone edits one by one until there is a new edit', async () => {
    const countries = editor(vault, ben, 'countries');
    expect((await countries.redo()).status).toBe(409);
    for (const population of [1, 2, 3]) await countries.update(1, { population });
    const standing = async () => (await countries.row(1)).population;
    for (const left of [2, 1]) {
      await countries.discard({ last: true });
      expect(await standing()).toBe(left);
    }
    expect((await countries.redo()).body.working.edits).toBe(2);
    expect(await standing()).toBe(2);
    expect((await countries.redo()).status).toBe(200);
    expect(await standing()).toBe(3);
    expect((await countries.redo()).body.error).toBe('The dataset "countries" has no edits to redo.');

    for (let i = 0; i < 3; i += 1) await countries.discard({ last: true });
    expect((await countries.edits()).body.working).toBeUndefined();
    expect((await countries.redo()).status).toBe(200);
    expect(await standing()).toBe(1);

    await countries.discard({ last: true });
    await countries.update(2, { population: 9 });
    expect((await countries.redo()).status).toBe(409);
    expect(await standing()).not.toBe(1);
    await countries.update(1, { population: 7 });
    await countries.discard({ last: true });
    await countries.update(1, { population: 8 });
    await countries.discard({ last: true });
    expect((await countries.redo()).status).toBe(200);
    expect(await standing()).toBe(8);
    expect((await countries.redo()).status).toBe(409);
    await countries.discard();
    expect((await countries.redo()).status).toBe(409);
  });
});

describe('GET /datasets/{name}/edits/deleted', () => {
  test('returns the deleted rows of the draft to editors only, until the deletions are undone', async () => {
    await upload(app, ada, { file: 'countries.gpkg', dataset: 'deleted rows' });
    const countries = editor(app, ada, 'deleted rows');
    const deleted = async (by = ada) =>
      (await ask(app, by, { path: '/datasets/deleted%20rows/edits/deleted' })).body.layers;
    expect(await deleted()).toEqual([]);
    for (const key of [3, 5]) expect((await countries.remove(key)).status).toBe(200);
    expect(await deleted()).toEqual([{ layer: 'countries', keys: [3, 5] }]);
    const reader = await app.signUp({ username: 'reads-deleted' });
    await app.grant({ to: reader, on: 'deleted rows', permission: 'view' });
    expect(await deleted(reader)).toEqual([]);
    await countries.discard({ last: true });
    expect(await deleted()).toEqual([{ layer: 'countries', keys: [3] }]);
    await countries.redo();
    expect((await deleted())[0].keys).toEqual([3, 5]);
    expect((await countries.commit()).status).toBe(200);
    expect(await deleted()).toEqual([]);
  });
});
