import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { until } from '@cairn/testing';
import { REPORT, planOf, startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';
import { DOCUMENT } from './test-report-server.ts';

let runs: TestRuns;
let viewer: Person;
let stranger: Person;
beforeAll(async () => {
  runs = await startTestRuns();
  runs.app.work();
  viewer = await runs.app.signUp({ username: 'vera' });
  await runs.app.grant({ to: viewer, on: REPORT, permission: 'view', resourceType: 'report' });
  stranger = await runs.app.signUp({ username: 'sid' });
});
beforeEach(() => runs.reportServer.answerWith({ document: DOCUMENT }));
afterAll(() => runs.close());

const PATH = '/api/v1/executions';
const ask = (person: Person | null, path: string, options = {}) =>
  runs.app.ask(person, { path: PATH + path, ...options });
const post = (person: Person | null, path: string, json?: object) =>
  ask(person, path, { method: 'POST', ...(json ? { json } : {}) });

interface Row {
  report?: string;
  status?: string;
  trigger?: string;
  scheduleId?: number;
  createdAt?: string;
}

async function insert(rows: Row[]): Promise<string[]> {
  const ids: string[] = [];
  for (const {
    report = REPORT,
    status = 'failed',
    trigger = 'viewer',
    scheduleId = null,
    createdAt = new Date().toISOString(),
  } of rows) {
    const { rows: inserted } = await runs.app.admin.query(
      `INSERT INTO report_mgmt.executions (report_key, report_title, format, status, trigger, schedule_id, created_at)
       VALUES ($1, 'Rivers', 'pdf', $2, $3, $4, $5) RETURNING id`,
      [report, status, trigger, scheduleId, createdAt],
    );
    ids.push(inserted[0].id);
  }
  return ids;
}
const idsOf = (body: any): string[] => body.executions.map(({ id }: { id: string }) => id);

test('GET /api/v1/executions/{id} shows figures, slot in its zone, document and mails to the person of the run and administrators', async () => {
  const id = await runs.run({ slot: new Date('2026-07-01T05:00:00Z') });
  await runs.mailed(id);
  for (const person of [runs.owner, runs.boss]) {
    const { body } = await ask(person, `/${id}`);
    expect(body).toMatchObject({
      ...{
        id,
        status: 'succeeded',
        trigger: 'schedule',
        rows: 12,
        pages: 1,
        bytes: DOCUMENT.length,
        db_ms: 20,
      },
      ...{
        slot: '2026-07-01T05:00:00.000Z',
        slot_local: 'Wed, 1 Jul 2026, 07:00',
        time_zone: 'Europe/Berlin',
      },
      ...{
        report: REPORT,
        requested_by: 'olga',
        parameters: { region: ['north', 'south'] },
        email_status: 'sent',
      },
      ...{
        output: `/report-mgmt${PATH}/${id}/output`,
        output_name: 'rivers daily.pdf',
        warnings: ['One warning.'],
      },
      deliveries: [
        { address: 'ann@example.org', status: 'sent', attempts: 1, downloads: 0, purpose: 'document' },
      ],
      may_cancel: false,
      may_mail: person === runs.boss,
    });
  }
});

test('GET /api/v1/executions/{id} hides addresses and document from others who may view the report, and the run from those who may not', async () => {
  const id = await runs.run();
  await runs.mailed(id);
  const { body } = await ask(viewer, `/${id}`);
  expect(body).toMatchObject({
    ...{ id, deliveries: null, may_mail: false },
    ...{ output: null, output_name: 'rivers daily.pdf', output_expires_at: expect.any(String) },
  });
  expect(JSON.stringify(body)).not.toContain('ann@example.org');
  const hidden = await ask(stranger, `/${id}`);
  const missing = await ask(stranger, '/00000000-0000-4000-8000-000000000000');
  expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
  expect((await ask(null, `/${id}`)).status).toBe(401);
});

test('GET /api/v1/executions/{id}/output sends the document to the person it ran for, while that person may view the report', async () => {
  const id = await runs.run({ fileName: 'Flüsse', requestedBy: viewer.id });
  await runs.ended(id);
  const answer = await ask(viewer, `/${id}/output`);
  expect(answer.body).toEqual(DOCUMENT);
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Fl%C3%BCsse.pdf");
  expect((await ask(viewer, `/${id}/output`, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
  expect((await ask(stranger, `/${id}/output`)).status).toBe(404);
  const [failed] = await insert([{ status: 'failed' }]);
  expect((await ask(runs.boss, `/${failed}/output`)).status).toBe(409);
  await runs.app.admin.query('UPDATE report_mgmt.executions SET output_object = NULL WHERE id = $1', [id]);
  expect((await ask(viewer, `/${id}/output`)).status).toBe(404);
});

test('GET /api/v1/executions/{id}/output answers 403 to others who may view the report, whose rows may be other ones', async () => {
  const id = await runs.run();
  await runs.ended(id);
  const outputOf = async (person: Person) =>
    (await ask(person, `?report=${REPORT}&status=succeeded`)).body.executions.find(
      (run: { id: string }) => run.id === id,
    ).output;
  for (const person of [runs.owner, runs.boss]) {
    expect(await outputOf(person)).toBe(`/report-mgmt${PATH}/${id}/output`);
    expect((await ask(person, `/${id}/output`)).body).toEqual(DOCUMENT);
  }
  expect(await outputOf(viewer)).toBeNull();
  expect(await ask(viewer, `/${id}/output`)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('the person a report ran for can download its document') },
  });
  // A run of their own has their own rows, and the owner cannot read its document.
  const { body: own } = await post(viewer, `/${id}/run-again`);
  await runs.ended(own.id);
  expect((await ask(viewer, `/${own.id}/output`)).body).toEqual(DOCUMENT);
  expect((await ask(runs.owner, `/${own.id}/output`)).status).toBe(403);
});

test('GET /api/v1/executions lists runs of reports that the caller may view, newest first, by each filter', async () => {
  const [late, early, other] = await insert([
    { createdAt: '2020-01-02T00:00:00Z', status: 'missed', trigger: 'schedule', scheduleId: 77 },
    { createdAt: '2020-01-01T00:00:00Z', status: 'failed', trigger: 'viewer' },
    { createdAt: '2020-01-03T00:00:00Z', report: 'secret', status: 'failed' },
  ]);
  const range = 'from=2020-01-01T00:00:00Z&to=2020-01-04T00:00:00Z';
  const find = async (person: Person, query: string) => idsOf((await ask(person, `?${range}&${query}`)).body);
  for (const [query, ids] of [
    ['', [late, early]],
    ['status=failed', [early]],
    ['trigger=schedule', [late]],
    ['trigger=schedule&status=failed', []],
    ['schedule=77', [late]],
    ['schedule=77&status=missed', [late]],
    ['report=RIVERS', [late, early]],
    ['report=secret', []],
    ['q=ivER', [late, early]],
    ['q=%25', []],
  ] as const)
    expect([query, await find(viewer, query)]).toEqual([query, ids]);
  expect(idsOf((await ask(viewer, '?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z')).body)).toEqual([
    early,
  ]);
  expect(await find(runs.boss, '')).toEqual([other, late, early]);
  expect(await find(stranger, '')).toEqual([]);
  expect((await ask(viewer, '?status=lost')).status).toBe(400);
  expect((await ask(null, '')).status).toBe(401);
});

test('GET /api/v1/executions pages without losing or repeating runs of the same microsecond, while others are inserted', async () => {
  const at = (microsecond: number) => `2021-01-01T00:00:00.00000${microsecond}Z`;
  const ids = await insert([1, 1, 1, 2, 2, 3].map((microsecond) => ({ createdAt: at(microsecond) })));
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await ask(viewer, `?limit=2&to=2021-01-02T00:00:00Z&from=2021-01-01T00:00:00Z${cursor}`);
    seen.push(...idsOf(body));
    await insert([{ createdAt: at(9) }]);
    if (!body.next_cursor) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(seen).toHaveLength(6);
  expect(seen.toSorted()).toEqual(ids.toSorted());
  for (const cursor of ['x', 'bm90IGEgY3Vyc29y'])
    expect((await ask(viewer, `?cursor=${cursor}`)).status).toBe(400);
});

test('GET /api/v1/executions pages through the runs of hundreds of reports, however many runs of others are between', async () => {
  await runs.app.admin.query(
    `INSERT INTO report_mgmt.definitions (key, title, path, sha256)
     SELECT 'many-' || n, 'One of many', 'many-' || n, 'none' FROM generate_series(1, 300) AS n`,
  );
  const at = (second: number) => `2022-01-01T00:00:${String(second).padStart(2, '0')}Z`;
  const insertMany = (seconds: number[]) =>
    insert(seconds.map((second) => ({ report: `many-${1 + second}`, createdAt: at(second) })));
  const ids = [...(await insertMany([59, 58])), ...(await insertMany([2, 1]))];
  await insert(Array.from({ length: 30 }, (_, n) => ({ report: 'secret', createdAt: at(10 + n) })));
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const query = `q=one of many&from=2022-01-01T00:00:00Z&to=2022-01-02T00:00:00Z&limit=1${cursor}`;
    const { body } = await ask(runs.boss, `?${query}`);
    seen.push(...idsOf(body));
    if (!body.next_cursor) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(seen).toEqual(ids);
});

test('POST /api/v1/executions/{id}/cancel ends a run at the report server, stores nothing and mails nothing', async () => {
  runs.reportServer.answerWith('hang');
  const [asked, left] = [runs.reportServer.runs.length, runs.reportServer.left()];
  const running = await runs.run();
  await until('it is running', async () => (await runs.execution(running)).status === 'running');
  await until('the report server was asked', () => runs.reportServer.runs.length > asked);
  expect((await ask(runs.owner, `/${running}`)).body.may_cancel).toBe(true);
  expect((await post(viewer, `/${running}/cancel`)).status).toBe(403);
  expect((await post(stranger, `/${running}/cancel`)).status).toBe(404);
  expect((await post(runs.owner, `/${running}/cancel`)).body).toMatchObject({
    ...{ status: 'cancelled', error: 'The run was cancelled.', email_status: 'failed', output: null },
  });
  await until('the report server is left', () => runs.reportServer.left() > left);
  expect(await runs.deliveries(running)).toEqual([]);
});

test('POST /api/v1/executions/{id}/cancel leaves a run that has ended as it is', async () => {
  const id = await runs.run();
  await runs.mailed(id);
  expect((await post(runs.boss, `/${id}/cancel`)).body).toMatchObject({
    status: 'succeeded',
    email_status: 'sent',
  });
});

test('POST /api/v1/executions/{id}/run-again runs with the same parameters for the caller, without mail', async () => {
  const id = await runs.run();
  await runs.mailed(id);
  const before = runs.mail.messages.length;
  const { status, body } = await post(viewer, `/${id}/run-again`);
  expect([status, body]).toMatchObject([
    202,
    {
      trigger: 'viewer',
      schedule_id: null,
      requested_by: 'vera',
      parameters: { region: ['north', 'south'] },
    },
  ]);
  expect(await runs.ended(body.id)).toMatchObject({ status: 'succeeded', email_status: 'not_requested' });
  expect(runs.reportServer.runs.at(-1)).toMatchObject({ onBehalfOf: String(viewer.id) });
  expect(runs.mail.messages).toHaveLength(before);
  expect((await post(stranger, `/${id}/run-again`)).status).toBe(404);
  expect((await post(viewer, `/${id}/run-again`, { mail: true })).status).toBe(403);
});

test('POST /api/v1/executions/{id}/run-again with mail, by an administrator, mails the same people in the name of the same person', async () => {
  const id = await runs.run({ delivery: planOf(['repeat@example.org']) });
  await runs.mailed(id);
  const { body } = await post(runs.boss, `/${id}/run-again`, { mail: true });
  expect(body).toMatchObject({ trigger: 'run_now', schedule_id: 1, requested_by: 'olga' });
  expect(await runs.mailed(body.id)).toMatchObject([{ address: 'repeat@example.org', status: 'sent' }]);
  const silent = await runs.run({}, []);
  await runs.ended(silent);
  expect((await post(runs.boss, `/${silent}/run-again`, { mail: true })).status).toBe(409);
});
