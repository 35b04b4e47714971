import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { DAILY, startSchedulesApp } from './schedules-app.ts';
import type { SchedulesApp } from './schedules-app.ts';

let app: SchedulesApp;
beforeAll(async () => {
  app = await startSchedulesApp();
});
afterEach(async () => {
  await app.clear();
  app.clock.set('2026-11-27T10:00:00Z');
});
afterAll(() => app.close());

const LIST = '/api/v1/schedules';
const get = (path = '') => app.ask(app.person, { path: LIST + path });
const call = (path: string, json?: object) =>
  app.ask(app.person, { path: LIST + path, method: 'POST', ...(json ? { json } : {}) });

/** Writes what a run leaves behind, without running anything. */
async function addRun(
  id: number,
  run: { slot: string; status: string; emailStatus?: string; mails?: Record<string, string> },
): Promise<string> {
  const { rows } = await app.admin.query(
    `INSERT INTO report_mgmt.executions (schedule_id, slot, trigger, status, report_key, format, email_status, created_at)
     VALUES ($1, $2, 'schedule', $3, 'sales', 'pdf', $4, $2) RETURNING id`,
    [id, run.slot, run.status, run.emailStatus ?? 'not_requested'],
  );
  for (const [address, status] of Object.entries(run.mails ?? {}))
    await app.admin.query(
      `INSERT INTO report_mgmt.deliveries (execution_id, address, status, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)`,
      [rows[0].id, address, status, run.slot],
    );
  return rows[0].id;
}

test('GET /api/v1/schedules lists schedules with rule, next run, last run, history and recipients', async () => {
  const id = await app.create({ time_zone: 'Europe/Berlin', email: 'ann@example.org, bob@example.org' });
  await addRun(id, {
    slot: '2026-11-25T05:30:00Z',
    status: 'succeeded',
    emailStatus: 'sent',
    mails: { 'ann@example.org': 'sent' },
  });
  await addRun(id, { slot: '2026-11-26T05:30:00Z', status: 'missed' });
  const last = await addRun(id, {
    slot: '2026-11-27T05:30:00Z',
    status: 'succeeded',
    emailStatus: 'failed',
    mails: { 'ann@example.org': 'rejected' },
  });
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    total: 1,
    next_cursor: null,
    schedules: [
      {
        id,
        report_name: 'sales',
        report_title: 'Sales by region',
        datasource_name: 'main',
        format: 'pdf',
        filename: 'sales',
        enabled: true,
        noemail: false,
        sentence: 'Every day at 06:30',
        time_zone: 'Europe/Berlin',
        next_run_at: '2026-11-28T05:30:00.000Z',
        last_run: {
          execution_id: last,
          status: 'succeeded',
          slot: '2026-11-27T05:30:00.000Z',
          ended_at: null,
          email_status: 'failed',
          error: null,
        },
        history: ['succeeded', 'missed', 'succeeded'],
        recipients: [
          { address: 'ann@example.org', status: 'rejected', at: '2026-11-27T05:30:00.000Z' },
          { address: 'bob@example.org', status: null, at: null },
        ],
        failures: 0,
        owner: 'ada',
        revision: 1,
        updated_at: expect.any(String),
      },
    ],
  });
});

test('GET /api/v1/schedules shows the last 30 runs of each schedule, oldest first', async () => {
  const [one, other] = [await app.create(), await app.create()];
  for (let minute = 10; minute < 45; minute += 1)
    await addRun(one, { slot: `2026-11-26T06:${minute}:00Z`, status: minute < 15 ? 'failed' : 'succeeded' });
  await addRun(other, { slot: '2026-11-26T06:00:00Z', status: 'skipped' });
  const { body } = await get();
  expect(body.schedules.map((schedule: any) => schedule.history)).toEqual([
    ['skipped'],
    Array(30).fill('succeeded'),
  ]);
});

test('GET /api/v1/schedules returns pages, and the schedules of one report', async () => {
  const ids = [await app.create(), await app.create(), await app.create()];
  const page = await get('?limit=2');
  expect(page.body.total).toBe(3);
  expect(page.body.schedules.map(({ id }: any) => id)).toEqual([ids[2], ids[1]]);
  const next = await get(`?limit=2&cursor=${page.body.next_cursor}`);
  expect(next.body.schedules.map(({ id }: any) => id)).toEqual([ids[0]]);
  expect(next.body).toMatchObject({ total: 3, next_cursor: null });
  expect((await get('?report=Sales')).body.schedules).toHaveLength(3);
  expect((await get('?report=other')).body).toEqual({ schedules: [], total: 0, next_cursor: null });
  expect((await get('?cursor=x')).status).toBe(400);
});

test('GET /api/v1/schedules finds words of title, file, zone and recipients, and filters by state', async () => {
  const berlin = await app.create({ time_zone: 'Europe/Berlin', email: 'ann@example.org, bob@example.com' });
  const paused = await app.create({ filename: '50% done', enabled: 0 });
  const failing = await app.create({ daily_time: '11:00', time_zone: 'UTC' });
  await app.admin.query('UPDATE report_mgmt.schedules SET failures = 2 WHERE id = $1', [failing]);
  const idsOf = async (query: string) => (await get(query)).body.schedules.map(({ id }: any) => id);
  expect(await idsOf('?q=SALES+berlin')).toEqual([berlin]);
  expect(await idsOf('?q=bob@')).toEqual([berlin]);
  expect(await idsOf('?q=50%25')).toEqual([paused]);
  expect(await idsOf('?q=sales+nowhere')).toEqual([]);
  expect(await idsOf('?state=paused')).toEqual([paused]);
  expect(await idsOf('?state=enabled')).toEqual([failing, berlin]);
  expect(await idsOf('?state=failing&q=region')).toEqual([failing]);
  // 11:00 of today comes before 06:30 of tomorrow.
  expect(await idsOf('?upcoming=true')).toEqual([failing, berlin]);
  expect(await idsOf('?upcoming=true&limit=1')).toEqual([failing]);
});

test('GET /api/v1/schedules/{id} returns the fields as the form names them, which save the same schedule again', async () => {
  const fields = {
    ...DAILY,
    schedule_mode: 'monthly',
    monthly_day: 31,
    monthly_time: '02:30',
    time_zone: 'Europe/Berlin',
    url_opt_params: 'region=north+east&region=south&note=a%26b',
    email: 'ann@example.org, bob@example.org',
    email_subject: 'Sales',
    email_body: 'Line 1\nLine 2',
    grace_seconds: 60,
    attach: 'file',
    noemail: 1,
    enabled: 0,
  };
  const id = await app.create(fields);
  const stored = await app.schedule(id);
  const { status, body } = await get(`/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    sentence: 'On day 31 of every month at 02:30, in shorter months on the last day',
    fields: {
      schedule_mode: 'monthly',
      monthly_day: '31',
      report_name: 'sales',
      enabled: '0',
      noemail: '1',
      revision: '1',
    },
  });
  expect((await app.post(app.person, { update: 1, id, ...body.fields })).body).toMatchObject({
    success: true,
  });
  const { revision, updated_at: updatedAt, ...same } = stored;
  expect(await app.schedule(id)).toMatchObject({ ...same, revision: revision + 1 });
  expect(updatedAt).toBeInstanceOf(Date);
});

test('GET /api/v1/schedules/{id} returns the next five runs in the zone, with notes on changes of the clock', async () => {
  app.clock.set('2026-03-27T12:00:00Z');
  const id = await app.create({ daily_time: '02:30', time_zone: 'Europe/Berlin' });
  const { body } = await get(`/${id}`);
  expect(body.next_runs).toEqual([
    { at: '2026-03-28T01:30:00.000Z', local: '2026-03-28T02:30:00', change: null, note: null },
    {
      at: '2026-03-29T01:00:00.000Z',
      local: '2026-03-29T03:00:00',
      change: 'moved',
      note: expect.stringMatching(/02:30.*03:00/),
    },
    { at: '2026-03-30T00:30:00.000Z', local: '2026-03-30T02:30:00', change: null, note: null },
    { at: '2026-03-31T00:30:00.000Z', local: '2026-03-31T02:30:00', change: null, note: null },
    { at: '2026-04-01T00:30:00.000Z', local: '2026-04-01T02:30:00', change: null, note: null },
  ]);
});

test('GET /api/v1/schedules/{id} shows the runs of repeat_minutes as they will be, also before the first', async () => {
  const id = await app.create({ schedule_mode: 'repeat_minutes', repeat_minutes: 10 });
  app.clock.set('2026-11-27T10:09:00Z');
  const { body } = await get(`/${id}`);
  expect(body.next_runs.slice(0, 2).map(({ at }: any) => at)).toEqual([
    '2026-11-27T10:10:00.000Z',
    '2026-11-27T10:20:00.000Z',
  ]);
  expect(body.next_run_at).toBe(body.next_runs[0].at);
});

test('POST /api/v1/schedules/preview says what a form means and saves nothing', async () => {
  const { status, body } = await call('/preview', {
    ...DAILY,
    schedule_mode: 'repeat_minutes',
    repeat_minutes: 15,
    noemail: true,
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    sentence: 'Every 15 minutes',
    next_runs: expect.arrayContaining([
      { at: '2026-11-27T10:15:00.000Z', local: '2026-11-27T10:15:00', change: null, note: null },
    ]),
    errors: {},
  });
  expect(body.next_runs).toHaveLength(5);
  expect(await app.rows('schedules')).toEqual([]);
});

test('POST /api/v1/schedules/preview names wrong fields beside a rule that is right, also for a form', async () => {
  const response = await fetch(`${app.url}${LIST}/preview`, {
    method: 'POST',
    headers: { cookie: app.person.cookie },
    body: new URLSearchParams({
      schedule_mode: 'once',
      once_datetime: '2026-12-01T08:00',
      format: 'rtf',
      email: 'ann@',
    }),
  });
  expect(await response.json()).toEqual({
    sentence: 'Once, on 1 December 2026 at 08:00',
    next_runs: [{ at: '2026-12-01T08:00:00.000Z', local: '2026-12-01T08:00:00', change: null, note: null }],
    errors: {
      report_name: expect.stringMatching(/^report_name is missing/),
      datasource_name: expect.stringMatching(/^datasource_name is missing/),
      format: expect.stringMatching(/^format is not valid/),
      filename: expect.stringMatching(/^filename is missing/),
      email: expect.stringMatching(/^email: "ann@"/),
    },
  });
});

test('POST /api/v1/schedules/preview has no sentence while the rule is incomplete', async () => {
  const { body } = await call('/preview', { ...DAILY, daily_time: '' });
  expect(body).toEqual({
    sentence: null,
    next_runs: [],
    errors: { daily_time: expect.stringMatching(/^daily_time is missing/) },
  });
});

test('POST /api/v1/schedules/{id}/pause and /resume are recorded, and change nothing the second time', async () => {
  const id = await app.create();
  for (const action of ['pause', 'pause', 'resume', 'resume']) {
    const { status, body } = await call(`/${id}/${action}`);
    expect({ status, enabled: body.enabled }).toEqual({ status: 200, enabled: action === 'resume' });
  }
  const { body } = await app.ask(app.person, { path: `/api/audit?object_id=${id}` });
  expect(body.items.map(({ event }: any) => event)).toEqual([
    'schedule.resumed',
    'schedule.paused',
    'schedule.created',
  ]);
});

test('POST /api/v1/schedules/{id}/resume returns 409 for a schedule whose only time has passed', async () => {
  const id = await app.create({ schedule_mode: 'once', once_datetime: '2026-11-27T11:00Z', enabled: 0 });
  app.clock.set('2026-11-27T12:00:00Z');
  const { status, body } = await call(`/${id}/resume`);
  expect(status).toBe(409);
  expect(body.error).toMatch(/no more runs/);
  expect(await app.schedule(id)).toMatchObject({ enabled: false });
});

for (const { method, path } of [
  { method: 'GET', path: '' },
  { method: 'GET', path: '/{id}' },
  { method: 'POST', path: '/preview' },
  { method: 'POST', path: '/{id}/pause' },
  { method: 'POST', path: '/{id}/resume' },
]) {
  test(`${method} ${LIST}${path} is for administrators only`, async () => {
    const id = await app.create();
    const question = {
      path: LIST + path.replace('{id}', String(id)),
      method,
      ...(path === '/preview' ? { json: DAILY } : {}),
    };
    expect((await app.ask(null, question)).status).toBe(401);
    expect((await app.ask(app.editor, question)).status).toBe(403);
    expect((await app.ask(app.otherAdmin, question)).status).toBe(200);
  });

  if (path.includes('{id}'))
    test(`${method} ${LIST}${path} returns 404 for an id that names nothing`, async () => {
      const question = { path: LIST + path.replace('{id}', '4711'), method };
      const { status, body } = await app.ask(app.person, question);
      expect(status).toBe(404);
      expect(body.error).toMatch(/no schedule 4711/);
    });
}
