import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { DAILY, startSchedulesApp } from './schedules-app.ts';
import type { SchedulesApp } from './schedules-app.ts';

let app: SchedulesApp;
beforeAll(async () => {
  app = await startSchedulesApp();
});
afterEach(() => app.clear());
afterAll(() => app.close());

describe('create=1', () => {
  test(`POST /action/schedule.php create=1 stores all fields and returns the id`, async () => {
    const { rows } = await app.admin.query(
      `INSERT INTO report_mgmt.email_templates (name) VALUES ('Weekly') RETURNING id`,
    );
    const { status, body } = await app.post(app.person, {
      ...{ create: 1, schedule_mode: 'weekly', weekly_day: 'Monday', weekly_time: '06:30' },
      ...{ name: 'Sales', datasource: 'main', format: 'xlsx', filename: 'Sales of the week' },
      ...{ email: 'ann@example.org; Bob@EXAMPLE.org', email_subj: 'Sales', email_body: 'Here they are.' },
      ...{ email_tmpl: 'Weekly', url_opt_params: 'region=north&region=south&year=2026' },
      ...{ time_zone: 'Europe/Berlin', grace_seconds: 600, attach: 'link' },
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String), id: expect.any(Number) },
    });
    expect(await app.schedule(body.id)).toMatchObject({
      report_key: 'sales',
      datasource: 'main',
      format: 'xlsx',
      filename: 'Sales of the week',
      mode: 'weekly',
      rule: { mode: 'weekly', day: 1, time: '06:30' },
      time_zone: 'Europe/Berlin',
      enabled: true,
      parameters: { region: ['north', 'south'], year: ['2026'] },
      recipients: ['ann@example.org', 'Bob@example.org'],
      subject: 'Sales',
      body: 'Here they are.',
      template_id: rows[0].id,
      no_email: false,
      attach: 'link',
      grace_s: 600,
      owner: 'ada',
      // Monday 06:30 in Berlin.
      next_run_at: new Date('2026-11-30T05:30:00Z'),
      last_slot: null,
    });
  });

  test(`POST /action/schedule.php create=1 takes a multipart form`, async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ create: '1', ...DAILY })) form.append(name, value);
    const { body } = await app.send(app.person, form);
    expect(body).toMatchObject({ success: true });
    expect(await app.schedule(body.id)).toMatchObject({ time_zone: 'UTC', grace_s: 900, attach: 'auto' });
  });

  test(`POST /action/schedule.php create=1 with enabled=0 stores a paused schedule without a next run`, async () => {
    const id = await app.create({ enabled: 0 });
    expect(await app.schedule(id)).toMatchObject({ enabled: false, next_run_at: null });
  });

  test.each(['', '0', 'f', 'false', 'no', 'off'])(
    `POST /action/schedule.php create=1 takes noemail=%j as false, so an address is needed`,
    async (noemail) => {
      const { body } = await app.post(app.person, { create: 1, ...DAILY, email: '', noemail });
      expect(body).toMatchObject({ success: false, message: expect.stringMatching(/^email is missing/) });
    },
  );

  test.each(['1', 'true', 't', 'yes', 'on'])(
    `POST /action/schedule.php create=1 with noemail=%s needs no address`,
    async (noemail) => {
      const id = await app.create({ email: '', noemail });
      expect(await app.schedule(id)).toMatchObject({ no_email: true, recipients: [] });
    },
  );

  test(`POST /action/schedule.php create=1 is recorded with its actor`, async () => {
    const id = await app.create();
    const { body } = await app.ask(app.person, { path: `/api/audit?object_id=${id}` });
    expect(body.items).toMatchObject([
      {
        event: 'schedule.created',
        actor_name: 'ada',
        subject: 'sales',
        details: { mode: 'daily', recipients: 1 },
      },
    ]);
  });
});

describe('what is refused', () => {
  const many = Array.from({ length: 51 }, (_, n) => `p${n}@example.org`).join();
  const refusals: [what: string, field: string, fields: Record<string, string | number>][] = [
    ['no mode', 'schedule_mode', { schedule_mode: '' }],
    ['an unknown mode', 'schedule_mode', { schedule_mode: 'yearly' }],
    ['no daily_time', 'daily_time', { daily_time: '' }],
    ['24:00', 'daily_time', { daily_time: '24:00' }],
    ['repeat_minutes=0', 'repeat_minutes', { schedule_mode: 'repeat_minutes', repeat_minutes: 0 }],
    ['repeat_minutes=1441', 'repeat_minutes', { schedule_mode: 'repeat_minutes', repeat_minutes: 1441 }],
    ['hourly_minute=60', 'hourly_minute', { schedule_mode: 'hourly', hourly_minute: 60 }],
    ['no weekly_day', 'weekly_day', { schedule_mode: 'weekly', weekly_time: '06:30' }],
    ['no weekly_time', 'weekly_time', { schedule_mode: 'weekly', weekly_day: 1 }],
    ['monthly_day=32', 'monthly_day', { schedule_mode: 'monthly', monthly_day: 32, monthly_time: '06:30' }],
    ['a cron of six fields', 'cron_custom', { schedule_mode: 'custom', cron_custom: '0 0 6 * * *' }],
    ['@daily', 'cron_custom', { schedule_mode: 'custom', cron_custom: '@daily' }],
    ['a shell command', 'cron_custom', { schedule_mode: 'custom', cron_custom: '0 6 * * * ;id' }],
    ['a cron that never comes', 'cron_custom', { schedule_mode: 'custom', cron_custom: '0 0 31 2 *' }],
    [
      'a time in the past',
      'once_datetime',
      { schedule_mode: 'once', once_datetime: '2026-11-27T09:59', time_zone: 'UTC' },
    ],
    ['no once_datetime', 'once_datetime', { schedule_mode: 'once' }],
    ['an unknown zone', 'time_zone', { time_zone: 'Mars/X' }],
    ['an offset as zone', 'time_zone', { time_zone: '+05:30' }],
    ['no report', 'report_name', { report_name: '' }],
    ['an unknown report', 'report_name', { report_name: 'missing' }],
    ['a path as report', 'report_name', { report_name: '../sales' }],
    ['no datasource', 'datasource_name', { datasource_name: '' }],
    ['an unknown datasource', 'datasource_name', { datasource_name: 'missing' }],
    ['no format', 'format', { format: '' }],
    ['a format that schedules do not have', 'format', { format: 'rtf' }],
    ['no filename', 'filename', { filename: '' }],
    ['a slash in filename', 'filename', { filename: 'a/b' }],
    ['a backslash in filename', 'filename', { filename: 'a\\b' }],
    ['a CR in filename', 'filename', { filename: 'a\rb' }],
    ['a folder as filename', 'filename', { filename: '..' }],
    ['a hidden direction in filename', 'filename', { filename: 'a\u202efdp.exe' }],
    ['no address', 'email', { email: '' }],
    ['an address with CR', 'email', { email: 'a@x.org\r\nBcc:e@y.org' }],
    ['a group', 'email', { email: 'all:a@x.org;' }],
    ['an address with a comment', 'email', { email: 'a(b)@x.org' }],
    ['51 addresses', 'email', { email: many }],
    ['a subject of two lines', 'email_subject', { email_subject: 'a\r\nBcc: e@y.org' }],
    ['an unknown placeholder', 'email_body', { email_body: '{{password}}' }],
    ['an unknown mail template', 'email_template', { email_template: 'missing' }],
    ['a parameter of the engine', 'url_opt_params', { url_opt_params: '_repName=other' }],
    ['REPORT_DIR', 'url_opt_params', { url_opt_params: 'REPORT_DIR=/etc' }],
    ['SUBREPORT_DIR', 'url_opt_params', { url_opt_params: 'a=1&subreport_dir=/etc' }],
    ['a bad escape', 'url_opt_params', { url_opt_params: 'a=%zz' }],
    ['__proto__', 'url_opt_params', { url_opt_params: '__proto__=1' }],
    ['a negative grace', 'grace_seconds', { grace_seconds: -1 }],
    ['a grace shorter than a tick may be late', 'grace_seconds', { grace_seconds: 59 }],
    ['an unknown way to attach', 'attach', { attach: 'both' }],
  ];

  test.each(refusals)(
    `POST /action/schedule.php create=1 refuses %s in words and stores nothing`,
    async (_what, field, fields) => {
      const { status, body } = await app.post(app.person, { create: 1, ...DAILY, ...fields });
      expect({ status, success: body.success }).toEqual({ status: 200, success: false });
      expect(body.message).toMatch(new RegExp(`^${field}\\b`));
      expect(body.errors[field]).toBe(body.message);
      expect(await app.rows('schedules')).toEqual([]);
    },
  );

  test(`POST /action/schedule.php create=1 names every field that is wrong`, async () => {
    const { body } = await app.post(app.person, { create: 1, schedule_mode: 'hourly' });
    expect(Object.keys(body.errors).toSorted().join(' ')).toBe(
      'datasource_name email filename format hourly_minute report_name',
    );
  });

  test.each(refusals)(
    `POST /action/schedule.php update=1 refuses %s and changes nothing`,
    async (_what, field, fields) => {
      const id = await app.create();
      const before = await app.schedule(id);
      const { body } = await app.post(app.person, { update: 1, id, ...DAILY, filename: 'new', ...fields });
      expect(body).toMatchObject({
        success: false,
        message: expect.stringMatching(new RegExp(`^${field}\\b`)),
      });
      expect(await app.schedule(id)).toEqual(before);
    },
  );

  test.each<Record<string, string | number>>([
    {},
    { create: 1, update: 1 },
    { create: 'yes' },
    { delete: 1, run_now: 1 },
  ])(`POST /action/schedule.php with %j instead of one action is refused`, async (actions) => {
    const { status, body } = await app.post(app.person, { ...DAILY, ...actions });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/exactly one/) });
  });

  test.each(['update', 'delete', 'run_now'])(
    `POST /action/schedule.php %s=1 refuses an id that names nothing`,
    async (action) => {
      for (const id of ['', 'x', '0', '-1', '99999999999', '4711']) {
        const { status, body } = await app.post(app.person, { ...DAILY, [action]: 1, id });
        expect(status).toBe(200);
        expect(body).toMatchObject({ success: false, message: expect.stringMatching(/id |schedule 4711/) });
      }
      expect(await app.rows('executions')).toEqual([]);
    },
  );

  test(`POST /action/schedule.php create=1 refuses a field that comes twice`, async () => {
    const form = new URLSearchParams({ create: '1', ...DAILY });
    form.append('format', 'csv');
    const { status, body } = await app.send(app.person, form);
    expect({ status, success: body.success }).toEqual({ status: 200, success: false });
  });
});

describe('update=1', () => {
  test(`POST /action/schedule.php update=1 replaces the fields and computes the next run from now`, async () => {
    const id = await app.create({ time_zone: 'Europe/Berlin', grace_seconds: 60, email_subject: 'Old' });
    const fields = { ...DAILY, daily_time: '18:00', format: 'csv', email: 'bob@example.org' };
    expect((await app.post(app.person, { update: 1, id, ...fields })).body).toEqual({
      success: true,
      message: expect.any(String),
    });
    expect(await app.schedule(id)).toMatchObject({
      format: 'csv',
      recipients: ['bob@example.org'],
      subject: '',
      // Our own fields stay where a form has none of them.
      time_zone: 'Europe/Berlin',
      grace_s: 60,
      next_run_at: new Date('2026-11-27T17:00:00Z'),
      revision: 2,
    });
  });

  test(`POST /action/schedule.php update=1 without enabled leaves a paused schedule paused`, async () => {
    const id = await app.create({ enabled: 0 });
    await app.post(app.person, { update: 1, id, ...DAILY });
    expect(await app.schedule(id)).toMatchObject({ enabled: false, next_run_at: null });
    await app.post(app.person, { update: 1, id, ...DAILY, enabled: 1 });
    expect(await app.schedule(id)).toMatchObject({ enabled: true });
  });

  test(`POST /action/schedule.php update=1 makes the administrator who saves it the owner`, async () => {
    const id = await app.create();
    await app.post(app.otherAdmin, { update: 1, id, ...DAILY, email: 'grace@example.org' });
    expect(await app.schedule(id)).toMatchObject({ owner: 'grace', owner_id: app.otherAdmin.id });
  });

  test(`POST /action/schedule.php update=1 with an older revision changes nothing`, async () => {
    const id = await app.create();
    await app.post(app.otherAdmin, { update: 1, id, ...DAILY, revision: 1 });
    const { body } = await app.post(app.person, { update: 1, id, ...DAILY, revision: 1, format: 'csv' });
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/Someone else/) });
    expect(await app.schedule(id)).toMatchObject({ format: 'pdf', revision: 2 });
  });
});

describe('delete=1', () => {
  test(`POST /action/schedule.php delete=1 removes the schedule and keeps its runs`, async () => {
    const id = await app.create();
    app.clock.set('2026-11-28T06:30:00Z');
    await app.context.tick();
    app.clock.set('2026-11-27T10:00:00Z');
    expect((await app.post(app.person, { delete: 1, id })).body).toMatchObject({ success: true });
    expect(await app.rows('schedules')).toEqual([]);
    expect(await app.executions(id)).toHaveLength(1);
    expect((await app.post(app.person, { delete: 1, id })).body).toMatchObject({ success: false });
  });
});

describe('who may', () => {
  test.each(['create', 'update', 'delete', 'run_now'])(
    `POST /action/schedule.php %s=1 is 403 for visitors and for users who are not administrators`,
    async (action) => {
      const id = await app.create();
      const before = await app.rows('schedules');
      for (const person of [null, app.editor]) {
        const { status, body } = await app.post(person, { [action]: 1, id, ...DAILY });
        expect({ status, success: body.success }).toEqual({ status: 403, success: false });
      }
      expect(await app.rows('schedules')).toEqual(before);
      expect(await app.rows('executions')).toEqual([]);
    },
  );

  test(`POST /action/schedule.php create=1 is 403 from a page of another origin`, async () => {
    for (const header of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ]) {
      const headers = Object.fromEntries([header]);
      const { status, body } = await app.post(app.person, { create: 1, ...DAILY }, { headers });
      expect({ status, success: body.success }).toEqual({ status: 403, success: false });
    }
    expect(await app.rows('schedules')).toEqual([]);
  });
});
