import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let admin: Person;
let editor: Person;
let viewer: Person;

beforeAll(async () => {
  app = await startTestDbadmin();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
});

afterAll(() => app.close());

/** A row as the operations write it; no worker runs here. */
async function queued(by: Person, payload: Record<string, unknown> = {}): Promise<string> {
  const { jobs, db } = app.context;
  const job = await jobs.enqueue(db, {
    kind: 'backup',
    payload: { title: 'Back up', ...payload },
    requestedBy: by.id,
  });
  return String(job.id);
}

const running = (id: string) =>
  app.admin.query(`UPDATE dbadmin.jobs SET status = 'running', started_at = now() WHERE id = $1`, [id]);
const cancel = (person: Person, id: string, query = '') =>
  app.ask(person, { path: `/api/jobs/${id}/cancel${query}`, method: 'POST' });

test('GET /api/jobs returns the newest 100 by default, and for zero, negative or malformed limits', async () => {
  const { jobs, db } = app.context;
  await jobs.enqueueMany(
    db,
    Array.from({ length: 430 }, (_, i) => ({ kind: 'backup', payload: { connection_id: i % 2 } })),
  );
  for (const query of ['', '?limit=0', '?limit=-5', '?limit=ten', '?limit=']) {
    const { body } = await app.ask(viewer, { path: `/api/jobs${query}` });
    expect({ query, length: body.length }).toEqual({ query, length: 100 });
    const ids = body.map(({ id }: { id: string }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  }
});

test('GET /api/jobs has no maximum: it returns all 430 once', async () => {
  const { body } = await app.ask(viewer, { path: '/api/jobs?limit=1000000000' });
  expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(430);
});

test('GET /api/jobs supports filters and pages before a job', async () => {
  const { body } = await app.ask(viewer, { path: '/api/jobs?connection_id=1&status=active&limit=5' });
  expect(body.map(({ connection_id }: { connection_id: number }) => connection_id)).toEqual([1, 1, 1, 1, 1]);
  const next = await app.ask(viewer, { path: `/api/jobs?connection_id=1&limit=5&before=${body[4].id}` });
  expect(Number(next.body[0].id)).toBeLessThan(Number(body[4].id));
  expect((await app.ask(viewer, { path: '/api/jobs?status=failed' })).body).toEqual([]);
  expect((await app.ask(editor, { path: '/api/jobs?mine=true' })).body).toEqual([]);
});

test('GET /api/jobs/{id} returns payload, result, progress, stage and errors, and 404 for an unknown job', async () => {
  const id = await queued(editor, { database_id: 7 });
  const { body } = await app.ask(editor, { path: `/api/jobs/${id}` });
  expect(body).toMatchObject({
    id,
    kind: 'backup',
    title: 'Back up',
    summary: 'Back up',
    page: `/jobs?job=${id}`,
    status: 'queued',
    progress: 0,
    stage: null,
    errors: [],
    payload: { database_id: 7 },
    result: null,
    may_cancel: true,
  });
  for (const wrong of ['999999', '0', 'abc', '1;id', '9'.repeat(30)]) {
    expect((await app.ask(viewer, { path: `/api/jobs/${wrong}` })).status).toBe(404);
  }
});

test('GET /api/jobs and GET /api/jobs/{id} return no details of other users’ jobs to viewers', async () => {
  const id = await queued(editor, { database_id: 7, note: 'secret' });
  const failure = JSON.stringify([{ message: 'secret' }]);
  const sql = 'UPDATE dbadmin.jobs SET result = \'{"artifact": "secret"}\', errors = $2 WHERE id = $1';
  await app.admin.query(sql, [id, failure]);
  const [listed] = (await app.ask(viewer, { path: '/api/jobs?limit=1' })).body;
  const one = (await app.ask(viewer, { path: `/api/jobs/${id}` })).body;
  expect(one).toMatchObject({ id, payload: {}, result: null, errors: [], database_id: 7 });
  expect(listed).toEqual(one);
  expect(JSON.stringify(one)).not.toContain('secret');
  expect(JSON.stringify((await app.ask(editor, { path: `/api/jobs/${id}` })).body)).toContain('secret');
});

test('POST /api/jobs/{id}/cancel of a queued job cancels it at once', async () => {
  const id = await queued(editor);
  const { status, body } = await cancel(editor, id);
  expect({ status, now: body.status }).toEqual({ status: 200, now: 'cancelled' });
});

test('POST /api/jobs/{id}/cancel of a running job returns 409 and changes nothing without stop=true', async () => {
  const id = await queued(editor);
  await running(id);
  const refused = await cancel(editor, id);
  expect(refused.status).toBe(409);
  expect(refused.body.error).toContain('stop=true');
  const mark = 'SELECT cancel_requested_at AS at FROM dbadmin.jobs WHERE id = $1';
  expect((await app.admin.query(mark, [id])).rows[0].at).toBeNull();
  expect((await cancel(editor, id, '?stop=true')).status).toBe(200);
  expect((await app.admin.query(mark, [id])).rows[0].at).not.toBeNull();
});

test('POST /api/jobs/{id}/cancel of another user’s job is for administrators, and returns 409 for an ended job', async () => {
  const id = await queued(admin);
  expect((await cancel(editor, id)).status).toBe(403);
  expect((await cancel(viewer, id)).status).toBe(403);
  const own = await queued(editor);
  expect((await cancel(admin, own)).status).toBe(200);
  await app.admin.query(`UPDATE dbadmin.jobs SET status = 'failed' WHERE id = $1`, [id]);
  expect((await cancel(admin, id)).status).toBe(409);
});
