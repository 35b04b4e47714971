import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { DAILY, startSchedulesApp } from './schedules-app.ts';
import type { SchedulesApp } from './schedules-app.ts';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { writeReport } from './write-report.ts';

/** Its own database is away; the portal's tables, and so sign-in, are not. */
let away: TestReportMgmt;
let broken: SchedulesApp;
let person: Person;
beforeAll(async () => {
  away = await startTestReportMgmt({ env: { DATABASE_URL: 'postgres://report_mgmt:x@127.0.0.1:1/away' } });
  await writeReport(away.reportsRoot, { key: 'sales', definition: { datasource: 'main' } });
  person = await away.signUp({ username: 'ada', isAdmin: true });
  broken = await startSchedulesApp();
});
afterAll(async () => {
  await away.close();
  await broken.close();
});

const post = (url: string, cookie: string, fields: Record<string, string>) =>
  fetch(`${url}/action/schedule.php`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(fields),
  });

test.each(['create', 'update', 'delete', 'run_now'])(
  'POST /action/schedule.php %s=1 returns 503 with a sentence while the database is away',
  async (action) => {
    const response = await post(away.url, person.cookie, { [action]: '1', id: '1', ...DAILY });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      success: false,
      message: expect.stringMatching(/database is not available\. Try again/),
    });
  },
);

test('GET /api/v1/schedules returns 503 while the database is away', async () => {
  const { status, body } = await away.ask(person, { path: '/api/v1/schedules' });
  expect(status).toBe(503);
  expect(body.error).toMatch(/database is not available/);
});

test('POST /action/schedule.php create=1 returns 500 with the request id, and not the text of the exception', async () => {
  await broken.admin.query('ALTER TABLE report_mgmt.schedules RENAME TO secret_schedules');
  try {
    const { status, body, headers } = await broken.post(broken.person, { create: 1, ...DAILY });
    expect(status).toBe(500);
    expect(body).toEqual({ success: false, message: expect.stringContaining(headers.get('x-request-id')!) });
    expect(body.message).not.toMatch(/relation|schedules/);
  } finally {
    await broken.admin.query('ALTER TABLE report_mgmt.secret_schedules RENAME TO schedules');
  }
});
