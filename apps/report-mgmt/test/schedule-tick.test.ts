import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTick } from '../src/features/schedules/tick.ts';
import { startSchedulesApp } from './schedules-app.ts';
import type { SchedulesApp } from './schedules-app.ts';

/** Runs wait in the queue in these tests; the tick alone is looked at. */
let app: SchedulesApp;
beforeAll(async () => {
  app = await startSchedulesApp();
});
afterEach(async () => {
  await app.clear();
  app.clock.set('2026-11-27T10:00:00Z');
});
afterAll(() => app.close());

const CREATE = 'POST /action/schedule.php create=1';
const tick = () => app.context.tick();
const EVERY_10 = { schedule_mode: 'repeat_minutes', repeat_minutes: 10 };

/** Status, slot and count of a schedule's executions, as one line each. */
async function history(id: number): Promise<string[]> {
  const rows = await app.executions(id);
  return rows.map(({ status, slot, missed_count: count }) =>
    [status, slot.toISOString().slice(0, 16), ...(count === null ? [] : [count])].join(' '),
  );
}

/** As a run that has ended. */
async function endRuns(): Promise<void> {
  await app.admin.query(`UPDATE report_mgmt.executions SET status = 'succeeded' WHERE status = 'queued'`);
}

test(`${CREATE} makes a schedule whose slot becomes one execution with a job and a copy of what it says`, async () => {
  const id = await app.create({
    format: 'xlsx',
    url_opt_params: 'region=north&region=south',
    email_subject: 'Sales',
    time_zone: 'Europe/Berlin',
    attach: 'file',
  });
  app.clock.set('2026-11-28T05:29:59Z');
  await tick();
  expect(await history(id)).toEqual([]);
  app.clock.set('2026-11-28T05:30:00Z');
  await tick();
  const [execution, ...others] = await app.executions(id);
  expect(others).toEqual([]);
  expect(execution).toMatchObject({
    slot: new Date('2026-11-28T05:30:00Z'),
    trigger: 'schedule',
    status: 'queued',
    report_key: 'sales',
    report_title: 'Sales by region',
    datasource: 'main',
    format: 'xlsx',
    parameters: { region: ['north', 'south'] },
    requested_by: app.person.id,
    requested_by_name: 'ada',
    time_zone: 'Europe/Berlin',
    output_name: 'sales',
    retry_until: new Date('2026-11-28T05:45:00Z'),
    delivery: {
      recipients: ['ann@example.org'],
      subject: 'Sales',
      body: '',
      template_id: null,
      attach: 'file',
    },
    email_status: 'queued',
  });
  expect(await app.rows('jobs')).toMatchObject([
    {
      id: execution.job_id,
      kind: 'execution.run',
      payload: { execution_id: execution.id },
      // Not the person, whose pages would announce the end of each slot.
      requested_by: `schedules:${app.person.id}`,
      idempotency_key: `schedule:${id}:2026-11-28T05:30:00.000Z`,
    },
  ]);
  expect(await app.schedule(id)).toMatchObject({
    next_run_at: new Date('2026-11-29T05:30:00Z'),
    last_slot: new Date('2026-11-28T05:30:00Z'),
  });
});

test(`${CREATE} makes a schedule that many schedulers at once execute once a slot`, async () => {
  const ids = [];
  for (let n = 0; n < 250; n += 1) ids.push(await app.create({ email: `p${n}@example.org` }));
  const { db, jobs, logger } = app.context;
  const schedulers = Array.from({ length: 4 }, () => createTick({ db, jobs, logger, now: app.clock.now }));
  for (const day of ['28', '29', '30']) {
    app.clock.set(`2026-11-${day}T06:30:00Z`);
    await Promise.all(schedulers.map((run) => run()));
    // A scheduler that found rows locked leaves them to the next tick.
    await tick();
    await endRuns();
  }
  const slots = (await app.rows('executions')).map((row) => `${row.schedule_id} ${row.slot.toISOString()}`);
  expect(slots).toHaveLength(750);
  expect(new Set(slots).size).toBe(750);
  expect(await app.rows('jobs')).toHaveLength(750);
}, 60_000);

test(`${CREATE} makes a schedule whose slot is skipped while the run before is still going`, async () => {
  const id = await app.create(EVERY_10);
  app.clock.set('2026-11-27T10:10:00Z');
  await tick();
  app.clock.set('2026-11-27T10:20:00Z');
  await tick();
  await endRuns();
  app.clock.set('2026-11-27T10:30:00Z');
  await tick();
  expect(await history(id)).toEqual([
    'succeeded 2026-11-27T10:10',
    'skipped 2026-11-27T10:20',
    'queued 2026-11-27T10:30',
  ]);
  const [, skipped] = await app.executions(id);
  expect(skipped).toMatchObject({
    job_id: null,
    email_status: 'not_requested',
    error: expect.stringMatching(/still going/),
  });
});

test(`${CREATE} makes a schedule that is not skipped because of a run whose job is lost`, async () => {
  const id = await app.create(EVERY_10);
  app.clock.set('2026-11-27T10:10:00Z');
  await tick();
  await app.admin.query(`UPDATE report_mgmt.jobs SET status = 'failed'`);
  app.clock.set('2026-11-27T10:20:00Z');
  await tick();
  expect(await history(id)).toEqual(['queued 2026-11-27T10:10', 'queued 2026-11-27T10:20']);
});

test(`${CREATE} makes a schedule that after an outage runs the latest slot and counts the others as missed`, async () => {
  const [often, daily] = [await app.create(EVERY_10), await app.create({ daily_time: '11:30' })];
  app.clock.set('2026-11-27T13:05:00Z');
  await tick();
  expect(await history(often)).toEqual(['missed 2026-11-27T12:50 17', 'queued 2026-11-27T13:00']);
  expect(await history(daily)).toEqual(['missed 2026-11-27T11:30 1']);
  expect(await app.schedule(often)).toMatchObject({ next_run_at: new Date('2026-11-27T13:10:00Z') });
  expect(await app.schedule(daily)).toMatchObject({ next_run_at: new Date('2026-11-28T11:30:00Z') });
  expect((await app.executions(daily))[0]).toMatchObject({ error: expect.stringMatching(/grace time/) });
});

test(`${CREATE} makes a schedule that does not run a slot again when the clock is set back`, async () => {
  const id = await app.create(EVERY_10);
  app.clock.set('2026-11-27T10:10:00Z');
  await tick();
  await endRuns();
  app.clock.set('2026-11-27T10:05:00Z');
  await tick();
  // Even where its next run is computed again.
  await app.admin.query(`UPDATE report_mgmt.schedules SET next_run_at = $1, last_slot = NULL`, [
    '2026-11-27T10:10:00Z',
  ]);
  app.clock.set('2026-11-27T10:10:00Z');
  await tick();
  app.clock.set('2026-11-27T10:20:00Z');
  await tick();
  expect(await history(id)).toEqual(['succeeded 2026-11-27T10:10', 'queued 2026-11-27T10:20']);
  expect(await app.rows('jobs')).toHaveLength(2);
});

test(`${CREATE} makes a schedule that goes on when the clock was a day ahead and is set back, and runs no slot twice`, async () => {
  const [often, daily, next] = [
    await app.create(EVERY_10),
    await app.create({ daily_time: '11:30' }),
    await app.create({ daily_time: '10:00' }),
  ];
  app.clock.set('2026-11-28T12:05:00Z');
  await tick();
  await endRuns();
  expect(await history(often)).toEqual(['missed 2026-11-28T11:50 155', 'succeeded 2026-11-28T12:00']);
  expect(await history(daily)).toEqual(['missed 2026-11-28T11:30 2']);
  app.clock.set('2026-11-27T10:06:00Z');
  await tick();
  expect(await app.schedule(often)).toMatchObject({ next_run_at: new Date('2026-11-27T10:10:00Z') });
  expect(await app.schedule(daily)).toMatchObject({ next_run_at: new Date('2026-11-27T11:30:00Z') });
  expect(await app.schedule(next)).toMatchObject({ next_run_at: new Date('2026-11-28T10:00:00Z') });
  for (const time of ['27T10:10', '27T11:30', '28T10:00', '28T11:30', '28T12:00', '28T12:10']) {
    app.clock.set(`2026-11-${time}:00Z`);
    await tick();
    await endRuns();
  }
  expect((await history(often)).filter((line) => !line.startsWith('missed'))).toEqual(
    ['27T10:10', '27T11:30', '28T10:00', '28T11:30', '28T12:00', '28T12:10'].map(
      (time) => `succeeded 2026-11-${time}`,
    ),
  );
  expect(await history(daily)).toEqual(['succeeded 2026-11-27T11:30', 'succeeded 2026-11-28T11:30']);
  expect(await history(next)).toEqual(['succeeded 2026-11-28T10:00']);
});

test(`${CREATE} with schedule_mode=once makes a schedule that is switched off after its run`, async () => {
  const id = await app.create({ schedule_mode: 'once', once_datetime: '2026-11-27T11:00', time_zone: 'UTC' });
  app.clock.set('2026-11-27T11:00:00Z');
  await tick();
  expect(await history(id)).toEqual(['queued 2026-11-27T11:00']);
  expect(await app.schedule(id)).toMatchObject({ enabled: false, next_run_at: null });
});

test(`${CREATE} makes a schedule whose next run is computed again with another tz database`, async () => {
  const [next, due] = [await app.create({ time_zone: 'Europe/Berlin' }), await app.create(EVERY_10)];
  // As an older database would have it; the other one is due and has to run.
  await app.admin.query(
    `UPDATE report_mgmt.schedules SET tz_version = '1999a',
       next_run_at = CASE id WHEN $1 THEN timestamptz '2026-11-28T06:30:00Z' ELSE timestamptz '2026-11-27T10:00:00Z' END`,
    [next],
  );
  const { db, jobs, logger } = app.context;
  await createTick({ db, jobs, logger, now: app.clock.now })();
  expect(await app.schedule(next)).toMatchObject({
    next_run_at: new Date('2026-11-28T05:30:00Z'),
    tz_version: process.versions.tz,
  });
  expect(await history(due)).toEqual(['queued 2026-11-27T10:00']);
  expect(await app.schedule(due)).toMatchObject({ tz_version: process.versions.tz });
});

test(`${CREATE} makes a schedule that runs although another one cannot be computed`, async () => {
  const [broken, id] = [await app.create(), await app.create()];
  await app.admin.query(
    `UPDATE report_mgmt.schedules SET rule = '{"mode": "daily", "time": 5}' WHERE id = $1`,
    [broken],
  );
  app.clock.set('2026-11-28T06:30:00Z');
  await tick();
  expect(await history(id)).toEqual(['queued 2026-11-28T06:30']);
  expect(await app.schedule(broken)).toMatchObject({ enabled: false });
});

test('POST /api/v1/schedules/{id}/pause keeps a schedule from running, and resuming counts nothing as missed', async () => {
  const id = await app.create(EVERY_10);
  const ask = (action: string) =>
    app.ask(app.person, { path: `/api/v1/schedules/${id}/${action}`, method: 'POST' });
  expect(await ask('pause')).toMatchObject({ status: 200, body: { enabled: false, next_run_at: null } });
  app.clock.set('2026-11-27T12:05:00Z');
  await tick();
  expect(await history(id)).toEqual([]);
  expect(await ask('resume')).toMatchObject({
    status: 200,
    body: { enabled: true, next_run_at: '2026-11-27T12:15:00.000Z' },
  });
  await tick();
  expect(await history(id)).toEqual([]);
  app.clock.set('2026-11-27T12:15:00Z');
  await tick();
  expect(await history(id)).toEqual(['queued 2026-11-27T12:15']);
});
