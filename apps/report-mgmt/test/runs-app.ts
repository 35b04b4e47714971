import { join } from 'node:path';
import { startService, startTestMailServer, until } from '@cairn/testing';
import type { Person, TestAppOptions } from '@cairn/testing';
import type { Context, Overrides } from '../src/context.ts';
import type { DeliveryPlan } from '../src/db/schema.ts';
import { enqueueExecution } from '../src/features/executions/enqueue.ts';
import type { NewExecution } from '../src/features/executions/types.ts';
import { startTestReportMgmt } from './test-app.ts';
import { startTestReportServer } from './test-report-server.ts';
import { writeReport } from './write-report.ts';

export const REPORT = 'rivers';
const SOURCE = join(import.meta.dirname, '../src');
export type TestRuns = Awaited<ReturnType<typeof startTestRuns>>;

interface TestRunsOptions {
  overrides?: Overrides;
  env?: TestAppOptions<Context, Overrides>['env'];
  mailServer?: Parameters<typeof startTestMailServer>[0];
  /** SMTP_URL for the address of the mail server. */
  smtpUrl?: (address: string) => string;
}

/** Report management with a report, its owner, a stand-in report server and a mail server. */
export async function startTestRuns({
  overrides = {},
  env = {},
  mailServer = {},
  smtpUrl = (address) => address,
}: TestRunsOptions = {}) {
  const reportServer = await startTestReportServer();
  const mail = await startTestMailServer(mailServer);
  const app = await startTestReportMgmt({
    env: (stores) => ({
      ...{
        REPORT_SERVER_URL: reportServer.url,
        SMTP_URL: smtpUrl(mail.url),
        MAIL_FROM: 'Reports <reports@example.org>',
      },
      PUBLIC_URL: 'https://maps.example.org',
      ...(typeof env === 'function' ? env(stores) : env),
    }),
    overrides: { engineRetryMs: 100, ...overrides },
  });
  const { context, admin } = app;
  await writeReport(app.reportsRoot, {
    key: REPORT,
    definition: { name: REPORT, title: 'Rivers', datasource: 'hydro', format: 'pdf', report: REPORT },
  });
  await context.scanner.scan();
  await admin.query(
    `DELETE FROM portal.permissions WHERE resource_id IN (SELECT id FROM portal.resources WHERE resource_key = $1)`,
    [REPORT],
  );
  const owner = await app.signUp({ username: 'olga' });
  await admin.query(`UPDATE portal.users SET email = 'olga@example.org' WHERE id = $1`, [owner.id]);
  await app.grant({ to: owner, on: REPORT, permission: 'view', resourceType: 'report' });
  const boss = await app.signUp({ username: 'bea', isAdmin: true });

  async function rowOf(table: 'executions' | 'deliveries' | 'recipients', where: Record<string, unknown>) {
    const [column = '', value] = Object.entries(where)[0]!;
    const { rows } = await admin.query(`SELECT * FROM report_mgmt.${table} WHERE ${column} = $1`, [value]);
    return rows[0];
  }

  return {
    ...{ app, reportServer, mail, owner, boss },

    /** Claims a slot as the tick does. */
    async run(
      change: Partial<NewExecution> = {},
      recipients: string[] = ['ann@example.org'],
    ): Promise<string> {
      const delivery = recipients.length > 0 ? planOf(recipients) : null;
      const execution = { ...newExecution(owner), delivery, ...change };
      const inserted = await context.db
        .transaction()
        .execute((trx) => enqueueExecution(context, trx, execution));
      await context.jobs.dispatch();
      if (!inserted) throw new Error('the slot was claimed before');
      return inserted.id;
    },

    execution: (id: string) => rowOf('executions', { id }),
    /** Keys of all stored documents. */
    async objects(): Promise<string[]> {
      const keys: string[] = [];
      for await (const key of context.storage.list()) keys.push(key);
      return keys;
    },
    recipient: (email: string) => rowOf('recipients', { email }),
    async deliveries(id: string): Promise<any[]> {
      const { rows } = await admin.query(
        'SELECT * FROM report_mgmt.deliveries WHERE execution_id = $1 ORDER BY address',
        [id],
      );
      return rows;
    },
    async ended(id: string) {
      const isOpen = async () => ['queued', 'running'].includes((await rowOf('executions', { id })).status);
      await until('the execution has ended', async () => !(await isOpen()));
      return rowOf('executions', { id });
    },
    /** A worker as a process of its own, to be killed; `main.ts` is the web process. */
    startWorker: (more: Record<string, string> = {}, script = 'worker.ts') =>
      startService({
        script: join(SOURCE, script),
        config: app.config,
        env: {
          ...{ REPORTS_ROOT: app.reportsRoot, REPORT_SERVER_URL: reportServer.url },
          ...{ SMTP_URL: smtpUrl(mail.url), MAIL_FROM: 'Reports <reports@example.org>' },
          ...{ PUBLIC_URL: 'https://maps.example.org', ...more },
        },
      }),
    /** Waits until no mail of the execution waits or is being sent. */
    async mailed(id: string) {
      await this.ended(id);
      await until(
        'its mails are done',
        async () => (await rowOf('executions', { id })).email_status !== 'queued',
      );
      return this.deliveries(id);
    },
    /** As the wait before the next attempt does. */
    async passRetryDelay() {
      // A mail says when it is tried again before its job goes back to the queue.
      await until('no job is running', async () => {
        const { rows } = await admin.query(`SELECT FROM report_mgmt.jobs WHERE status = 'running'`);
        return rows.length === 0;
      });
      await admin.query(`UPDATE report_mgmt.deliveries SET next_attempt_at = now() WHERE status = 'queued'`);
      await admin.query(`UPDATE report_mgmt.jobs SET run_after = now() WHERE status = 'queued'`);
      await context.jobs.dispatch();
    },
    async close() {
      await app.close();
      await mail.close();
      await reportServer.close();
    },
  };
}

export function planOf(recipients: string[], change: Partial<DeliveryPlan> = {}): DeliveryPlan {
  return { recipients, subject: '', body: '', template_id: null, attach: 'auto', ...change };
}

let slots = 0;

function newExecution(owner: Person): NewExecution {
  slots += 1;
  return {
    trigger: 'schedule',
    scheduleId: 1,
    slot: new Date(Date.UTC(2026, 10, 27, 6, slots)),
    reportKey: REPORT,
    reportTitle: 'Rivers',
    datasource: 'hydro',
    format: 'pdf',
    parameters: { region: ['north', 'south'] },
    requestedBy: owner.id,
    requestedByName: owner.username,
    timeZone: 'Europe/Berlin',
    fileName: 'rivers daily',
    retryUntil: new Date(Date.now() + 900_000),
    delivery: null,
  };
}
