import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  bodyOf,
  createSelfSignedCertificate,
  everythingStored,
  secretsIn,
  startService,
  startTestMailServer,
  until,
  watchArguments,
} from '@cairn/testing';
import type { Person, RunningService, TestMailServer } from '@cairn/testing';
import { reportOf, startWithReportServer } from './with-report-server.ts';

const planted = (name: string) => `planted ${name}/+${randomBytes(9).toString('hex')}`;
const [smtp, database, wrongDatabase, wrongRedis] = ['smtp', 'database', 'away', 'queue'].map(planted) as [
  ...[string, string, string, string],
];
const role = `planted_${randomBytes(6).toString('hex')}`;
const certificate = createSelfSignedCertificate('localhost');
/** What the mail server takes; at first another password than ours, which it then repeats. */
const login = { user: 'mailer', password: 'another' };

let app: Awaited<ReturnType<typeof startWithReportServer>>;
let mail: TestMailServer;
let web: RunningService;
let worker: RunningService;
/** Its database and its queue refuse it. */
let stranded: RunningService;
let watched: ReturnType<typeof watchArguments>;
const answers: string[] = [];

beforeAll(async () => {
  mail = await startTestMailServer({ login, tls: certificate });
  app = await startWithReportServer({ rivers: reportOf('SELECT 1 AS a') });
  const admin = (text: string) => app.admin.query(text);
  await admin(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(database)} IN ROLE report_mgmt`);
  await admin(`ALTER ROLE ${role} IN DATABASE ${app.database.name} SET search_path = report_mgmt, public`);
  await admin(`UPDATE portal.users SET email = 'root@example.org' WHERE username = 'root'`);
  const trusted = join(app.storageRoot, 'certificate.pem');
  await writeFile(trusted, certificate.cert);
  const env = {
    ...{ REPORTS_ROOT: app.reportsRoot, REPORT_SERVER_URL: app.reportServer.url, LOG_LEVEL: 'trace' },
    ...{ SMTP_URL: `smtp://mailer:${encodeURIComponent(smtp)}@localhost:${mail.port}`, DEBUG_ROUTES: '1' },
    ...{ MAIL_FROM: 'reports@example.org', NODE_EXTRA_CA_CERTS: trusted },
  };
  const databaseUrl = addressWith(app.config.databaseUrl!, role, database);
  const config = { ...app.config, databaseUrl, centralDatabaseUrl: databaseUrl };
  const awayUrl = addressWith(databaseUrl, role, wrongDatabase);
  const away = { databaseUrl: awayUrl, redisUrl: addressWith(app.config.redisUrl!, '', wrongRedis) };
  [web, worker, stranded] = await Promise.all([
    startService({ script: join(import.meta.dirname, '../src/main.ts'), config, env }),
    startService({ script: join(import.meta.dirname, '../src/worker.ts'), config, env }),
    startService({
      ...{ script: join(import.meta.dirname, '../src/main.ts'), env },
      config: { ...config, ...away, centralDatabaseUrl: awayUrl },
    }),
  ]);
  watched = watchArguments(() => [web, worker, stranded, app.reportServer].map(({ pid }) => pid));
});
afterAll(async () => {
  watched.stop();
  await Promise.all([web, worker, stranded].map((service) => service.kill()));
  const { connectionString } = app.admin.options;
  await app.close();
  await mail.close();
  const cluster = new pg.Client({ connectionString: connectionString!.replace(/[^/]*$/, 'postgres') });
  await cluster.connect();
  await cluster.query(`DROP ROLE ${role}`);
  await cluster.end();
});

function addressWith(address: string, username: string, password: string): string {
  return Object.assign(new URL(address), { username, password: encodeURIComponent(password) }).href;
}

async function call(
  path: string,
  { fields, ...init }: RequestInit & { fields?: Record<string, string> } = {},
  { service = web, person = app.root }: { service?: RunningService; person?: Person } = {},
) {
  const response = await fetch(service.url + path, {
    ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    ...init,
    headers: { cookie: person.cookie, ...init.headers },
  });
  const body = await bodyOf(response);
  return { status: response.status, body };
}

/** A request whose answer is searched. */
const ask: typeof call = async (...request) => {
  const answer = await call(...request);
  answers.push(JSON.stringify(answer));
  return answer;
};

test('no secret of the configuration, of a link or of a session is in a row, in Redis, in a log, in an answer or among the arguments of a process', async () => {
  const daily = { schedule_mode: 'daily', daily_time: '06:30', report_name: 'rivers', format: 'csv' };
  const more = { datasource_name: 'sample', filename: 'rivers', email: 'ann@example.org', attach: 'link' };
  const { body: schedule } = await ask('/action/schedule.php', {
    fields: { create: '1', ...daily, ...more },
  });
  const runNow = () => ask('/action/schedule.php', { fields: { run_now: '1', id: String(schedule.id) } });
  const sendTest = () =>
    ask('/api/v1/email-templates/test', {
      ...{ method: 'POST', body: '{"body":"x"}', headers: { 'content-type': 'application/json' } },
    });

  expect(await runNow()).toMatchObject({ body: { email_status: 'failed' } });
  expect(await sendTest()).toMatchObject({
    status: 502,
    body: { error: expect.stringContaining('[secret]') },
  });
  login.password = smtp;
  expect(await runNow()).toMatchObject({ body: { email_status: 'sent' } });
  expect(await sendTest()).toMatchObject({ status: 200 });

  const [, token = ''] = /\/output\.php\?token=([\w-]+)/.exec(mail.messages[0]!.text)!;
  // The page names it, for its form.
  expect(await call(`/output.php?token=${token}`)).toMatchObject({ status: 200 });
  expect(await ask(`/output.php?token=${token}`, { method: 'POST' })).toMatchObject({ status: 200 });
  expect(await ask(`/output.php?token=${token}x`)).toMatchObject({ status: 404 });

  expect(await ask('/debug/session.php')).toMatchObject({ status: 200, body: { authenticated: true } });
  const run = '/reports/execute_report.php?_repName=rivers';
  expect((await ask(run)).status).toBe(200);
  await app.killReportServer();
  expect((await ask(run)).status).toBe(502);
  for (const path of ['/api/jobs', '/api/v1/executions', '/api/audit', `/api/v1/schedules/${schedule.id}`])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  for (const path of ['/readyz', '/api/discovery', '/reports/index.php', run, `/output.php?token=${token}`])
    expect([path, (await ask(path, {}, { service: stranded })).status]).toEqual([path, 503]);

  for (const { lines } of [web, stranded])
    await until('the log is written', () => lines.some((line) => line.includes('/output.php')));
  const schemas = ['report_mgmt', 'report_server', 'portal'];
  const stored = await everythingStored(app, {
    schemas,
    processes: [web, worker, stranded, app.reportServer],
  });
  const text = [stored, ...answers, ...watched.seen].join('\n');
  // The search sees rows, jobs, logs and arguments.
  const seen = ['wrong login [secret]', 'ann@example.org', 'delivery_id', '"path":"/output.php"', 'main.ts'];
  expect(seen.filter((each) => !text.includes(each))).toEqual([]);
  const secrets = {
    ...{ smtp, database, wrongDatabase, wrongRedis, token },
    redis: new URL(app.config.redisUrl!).password,
    serviceSecret: app.config.serviceSecret,
    encryptionKey: app.config.encryptionKeys!.split(':')[1]!,
    session: app.root.cookie.split('=')[1]!,
  };
  expect(secretsIn(text, secrets)).toEqual([]);
});
