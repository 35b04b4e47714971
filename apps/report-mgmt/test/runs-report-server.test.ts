import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestMailServer, until } from '@cairn/testing';
import type { TestMailServer } from '@cairn/testing';
import { enqueueExecution } from '../src/features/executions/enqueue.ts';
import { planOf } from './runs-app.ts';
import { reportOf, startWithReportServer } from './with-report-server.ts';

const PLACES = reportOf(`SELECT name AS a FROM populated_places WHERE $X{IN, country, country} ORDER BY 1`, {
  parameters: [{ name: 'country', type: 'list<text>' }],
});

let mail: TestMailServer;
let app: Awaited<ReturnType<typeof startWithReportServer>>;
beforeAll(async () => {
  mail = await startTestMailServer();
  app = await startWithReportServer({ places: PLACES }, { SMTP_URL: mail.url });
  app.work();
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

let slots = 0;
async function run(format: string): Promise<string> {
  const { db, jobs } = app.context;
  const execution = await db.transaction().execute((trx) =>
    enqueueExecution({ jobs }, trx, {
      ...{ trigger: 'schedule', scheduleId: 1, slot: new Date(Date.UTC(2026, 10, 27, 7, (slots += 1))) },
      ...{ reportKey: 'places', reportTitle: 'Places', datasource: 'sample', format },
      ...{ parameters: { country: ['Japan', 'France'] }, requestedBy: app.ada.id, requestedByName: 'ada' },
      ...{ timeZone: 'Europe/Paris', fileName: 'places', retryUntil: new Date(Date.now() + 120_000) },
      delivery: planOf(['ann@example.org']),
    }),
  );
  await jobs.dispatch();
  return execution!.id;
}
const rowOf = async (id: string) =>
  (await app.admin.query('SELECT * FROM report_mgmt.executions WHERE id = $1', [id])).rows[0];
const mailed = (id: string) => until('it was mailed', async () => (await rowOf(id)).email_status === 'sent');

test('a run on the real report server arrives in the mailbox as its document, with the figures of the report server', async () => {
  const id = await run('csv');
  await mailed(id);
  const [file] = mail.messages.at(-1)!.attachments;
  expect(file).toMatchObject({ fileName: 'places.csv', type: 'text/csv' });
  const lines = file!.content.toString().trim().split('\r\n');
  expect(lines).toEqual(expect.arrayContaining(['Paris', 'Tokyo']));
  expect(await rowOf(id)).toMatchObject({
    ...{ status: 'succeeded', rows: String(lines.length - 1), output_bytes: String(file!.content.length) },
    ...{ db_ms: expect.any(Number), engine_execution_id: expect.any(String) },
  });
});

test('a run waits while the report server is killed, and runs once when it is back', async () => {
  await app.killReportServer();
  const id = await run('pdf');
  await until('it waits', async () => (await rowOf(id)).error !== null);
  expect(await rowOf(id)).toMatchObject({
    status: 'queued',
    error: expect.stringContaining('cannot be reached'),
  });
  await app.restartReportServer();
  await mailed(id);
  const { rows } = await app.admin.query(
    `SELECT count(*)::integer AS runs FROM report_server.executions WHERE format = 'pdf'`,
  );
  expect(rows).toEqual([{ runs: 1 }]);
  expect(mail.messages.at(-1)!.attachments[0]!.content.subarray(0, 5).toString()).toBe('%PDF-');
});
