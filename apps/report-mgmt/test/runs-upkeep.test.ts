import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { tidyRuns } from '../src/housekeeping.ts';
import { startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

let runs: TestRuns;
beforeAll(async () => {
  runs = await startTestRuns();
});
afterAll(() => runs.close());

const query = (statement: string, values: unknown[] = []) => runs.app.admin.query(statement, values);
const endJobOf = (id: string, status: string) =>
  query(
    `UPDATE report_mgmt.jobs SET status = $2, finished_at = now() WHERE id = (SELECT job_id FROM report_mgmt.executions WHERE id = $1)`,
    [id, status],
  );

test('a run whose job died or was cancelled ends with it, and one that is going on does not', async () => {
  const [died, cancelled, waiting] = [await runs.run(), await runs.run(), await runs.run()];
  await endJobOf(died, 'failed');
  await endJobOf(cancelled, 'cancelled');
  await tidyRuns(runs.app.context);
  expect(await runs.execution(died)).toMatchObject({
    ...{ status: 'failed', error_code: 'report-mgmt.run_lost', email_status: 'failed' },
  });
  expect(await runs.execution(cancelled)).toMatchObject({ status: 'cancelled', email_status: 'failed' });
  expect(await runs.execution(waiting)).toMatchObject({ status: 'queued', email_status: 'queued' });
});

test('a mail whose job died is unknown when it was being sent, and failed when it was waiting', async () => {
  const id = await runs.run();
  await query(
    `INSERT INTO report_mgmt.deliveries (execution_id, address, status, created_at)
     VALUES ($1, 'a@example.org', 'sending', now() - interval '1 hour'), ($1, 'b@example.org', 'queued', now() - interval '1 hour')`,
    [id],
  );
  await tidyRuns(runs.app.context);
  expect((await runs.deliveries(id)).map(({ status }) => status)).toEqual(['unknown', 'failed']);
  expect((await runs.execution(id)).email_status).toBe('unknown');
});

test('a document is removed when its time is over, and its run stays in the history for 400 days', async () => {
  const { db, storage } = runs.app.context;
  const keep = async (days: number) => {
    const id = await runs.run({}, []);
    const { key } = await storage.put(Readable.from([Buffer.from('x')]));
    await query(
      `UPDATE report_mgmt.executions SET status = 'succeeded', output_object = $2, output_expires_at = now() - $3 * interval '1 day' + interval '30 days',
       created_at = now() - $3 * interval '1 day' WHERE id = $1`,
      [id, key, days],
    );
    return { id, key };
  };
  const [fresh, expired, old] = [await keep(1), await keep(31), await keep(401)];
  await tidyRuns({ db, storage, databaseConfigured: true, now: () => new Date() });
  expect(await storage.size(fresh.key)).toBe(1);
  expect(await storage.size(expired.key)).toBeNull();
  expect(await storage.size(old.key)).toBeNull();
  expect((await runs.execution(expired.id)).output_object).toBeNull();
  expect(await runs.execution(old.id)).toBeUndefined();
});
