import { bodyOf, startTestMailServer } from '@cairn/testing';
import type { Answer, Person, TestAppOptions } from '@cairn/testing';
import type { Context, Overrides } from '../src/context.ts';
import { startTestReportMgmt } from './test-app.ts';
import { startTestReportServer } from './test-report-server.ts';
import { writeReport } from './write-report.ts';

export type SchedulesApp = Awaited<ReturnType<typeof startSchedulesApp>>;

interface FormRequest {
  headers?: Record<string, string>;
  /** Of another process on the same database. */
  url?: string;
}

/** A clock that tests set. */
export interface TestClock {
  now: () => Date;
  set(time: string | Date): void;
  /** Moves it on. */
  pass(seconds: number): void;
}

export function createTestClock(start: string): TestClock {
  let time = new Date(start);
  return {
    now: () => new Date(time),
    set: (moment) => void (time = new Date(moment)),
    pass: (seconds) => void (time = new Date(time.getTime() + seconds * 1000)),
  };
}

/** A report server and a mail server for `startSchedulesApp`. */
export async function startDeliveryServers() {
  const reportServer = await startTestReportServer();
  const mail = await startTestMailServer();
  return {
    ...{ reportServer, mail },
    env: { REPORT_SERVER_URL: reportServer.url, SMTP_URL: mail.url, MAIL_FROM: 'reports@example.org' },
    async close() {
      await mail.close();
      await reportServer.close();
    },
  };
}

/** Report management with a clock of its own, two administrators, somebody else, and the report `sales`. */
export async function startSchedulesApp(
  options: TestAppOptions<Context, Overrides> & { clock?: TestClock } = {},
) {
  const clock = options.clock ?? createTestClock('2026-11-27T10:00:00Z');
  const app = await startTestReportMgmt({ ...options, overrides: { now: clock.now, ...options.overrides } });
  const admin = await app.signUp({ username: 'ada', isAdmin: true });
  const otherAdmin = await app.signUp({ username: 'grace', isAdmin: true });
  const editor = await app.signUp({ username: 'eve' });
  const definition = { title: 'Sales by region', datasource: 'main', format: 'pdf' };
  await writeReport(app.reportsRoot, { key: 'sales', definition });
  await app.context.scanner.scan();

  /** POST /action/schedule.php as a form. */
  async function post(
    person: Person | null,
    fields: Record<string, string | number>,
    request: FormRequest = {},
  ): Promise<Answer> {
    const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
    const form = new URLSearchParams(texts);
    return send(person, form, request);
  }

  async function send(
    person: Person | null,
    body: URLSearchParams | FormData,
    { headers = {}, url = app.url }: FormRequest = {},
  ): Promise<Answer> {
    const response = await fetch(`${url}/action/schedule.php`, {
      method: 'POST',
      headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
      body,
    });
    return { status: response.status, body: await bodyOf(response), headers: response.headers };
  }

  /** Creates a schedule of the report `sales`, daily at 06:30 unless fields say otherwise, and returns its id. */
  async function create(fields: Record<string, string | number> = {}): Promise<number> {
    const { body } = await post(admin, { create: 1, ...DAILY, ...fields });
    if (!body.success) throw new Error(body.message);
    return body.id;
  }

  return {
    ...app,
    ...{ clock, editor, otherAdmin, post, send, create },
    person: admin,
    rows: async (table: 'schedules' | 'executions' | 'jobs' | 'audit_events') =>
      (await app.admin.query(`SELECT * FROM report_mgmt.${table} ORDER BY id`)).rows,
    schedule: async (id: number) =>
      (await app.admin.query(`SELECT * FROM report_mgmt.schedules WHERE id = $1`, [id])).rows[0],
    executions: async (id: number) =>
      (
        await app.admin.query(`SELECT * FROM report_mgmt.executions WHERE schedule_id = $1 ORDER BY slot`, [
          id,
        ])
      ).rows,
    /** Removes all schedules and runs. */
    clear: () =>
      app.admin.query(
        `DELETE FROM report_mgmt.schedules; DELETE FROM report_mgmt.executions; DELETE FROM report_mgmt.jobs`,
      ),
  };
}

/** The fields of a schedule that can be created. */
export const DAILY = {
  schedule_mode: 'daily',
  daily_time: '06:30',
  report_name: 'sales',
  datasource_name: 'main',
  format: 'pdf',
  filename: 'sales',
  email: 'ann@example.org',
};
