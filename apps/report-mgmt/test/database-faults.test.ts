import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { openStatementRelay, until } from '@cairn/testing';
import { Redis } from 'ioredis';
import { isObjectUsed } from '../src/db/object-repo.ts';
import { REPORT, startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

/** What happens to the connections of the service at one of its statements. */
type Fault = 'killed before' | 'cut after';
type FaultAt = (statement: string, connection: number) => Fault | null;

let runs: TestRuns;
/** The service's way to its database. */
let relay: Awaited<ReturnType<typeof openStatementRelay>>;
let faultAt: FaultAt = () => null;

beforeAll(async () => {
  relay = await openStatementRelay(Number(new URL(process.env.CAIRN_TEST_POSTGRES_URL!).port), meetStatement);
  runs = await startTestRuns({
    env: ({ database }) => {
      const url = new URL(database.url('report_mgmt'));
      url.port = String(relay.port);
      return { DATABASE_URL: url.href };
    },
    overrides: { jobTimes: { leaseMs: 6_000, backoffMs: 50, sweepMs: 100, resendAfterMs: 200 } },
  });
});
afterEach(() => void (faultAt = () => null));
afterAll(async () => {
  await runs.close();
  await relay.close();
});

async function meetStatement(statement: string, connection: number): Promise<'cut' | void> {
  const fault = faultAt(statement, connection);
  if (fault === 'cut after') return 'cut';
  if (fault === 'killed before')
    await runs.app.admin.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user`,
    );
}

/**
 * A fault at the n-th statement of a transaction, counted from one like `first`, or at its commit. Says later whether the transaction
 * came so far.
 */
function failAt(first: RegExp, { at, fault }: { at: number | 'commit'; fault: Fault }): () => boolean {
  let isReached = false;
  let place = -1;
  let transaction: number | null = null;
  faultAt = (statement, connection) => {
    if (transaction === null && first.test(statement)) transaction = connection;
    if (transaction !== connection) return null;
    place += 1;
    const isCommit = /^commit/i.test(statement);
    isReached = at === place || (at === 'commit' && isCommit);
    if (isReached || isCommit) faultAt = () => null;
    return isReached ? fault : null;
  };
  return () => isReached;
}

/**
 * Plays a transaction until its connection was killed before each of its statements, and once lost the answer to its commit. Returns
 * how many statements there are.
 */
async function failAtEach(first: RegExp, play: () => Promise<void>): Promise<number> {
  const isCut = failAt(first, { at: 'commit', fault: 'cut after' });
  await play();
  expect(isCut()).toBe(true);
  for (let at = 0; ; at += 1) {
    const isKilled = failAt(first, { at, fault: 'killed before' });
    await play();
    if (!isKilled()) return at;
  }
}

const mailsTo = (address: string) =>
  runs.mail.messages.filter(({ envelope }) => envelope.to.includes(address));
let people = 0;
const nextPerson = () => `person${(people += 1)}@example.org`;

async function expectNoLostDocuments(): Promise<void> {
  const { storage, db } = runs.app.context;
  await storage.sweep({ isReferred: (key) => isObjectUsed(db, key) });
  const { rows } = await runs.app.admin.query(
    'SELECT output_object AS key FROM report_mgmt.executions WHERE output_object IS NOT NULL',
  );
  expect((await runs.objects()).toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
}

test('a slot has one execution and one mail when the sessions of its tick are killed, at whichever statement', async () => {
  const schedules: number[] = [];
  const { tick } = runs.app.context;
  const succeeds = () =>
    tick().then(
      () => true,
      () => false,
    );
  const count = await failAtEach(/^begin/i, async () => {
    const { rows } = await runs.app.admin.query(
      `INSERT INTO report_mgmt.schedules (report_key, datasource, format, filename, mode, rule, time_zone, recipients, owner_id,
         owner, tz_version, next_run_at)
       VALUES ($1, 'hydro', 'pdf', 'rivers', 'repeat_minutes', '{"mode": "repeat_minutes", "minutes": 1440}', 'UTC', $2, $3,
         'olga', $4, date_trunc('second', now())) RETURNING id`,
      [REPORT, [nextPerson()], runs.owner.id, process.versions.tz],
    );
    schedules.push(rows[0].id);
    await until('a tick succeeds', succeeds);
    await succeeds();
  });
  expect(count).toBeGreaterThan(4);
  const worker = runs.app.work();
  for (const id of schedules) {
    const { rows } = await runs.app.admin.query(
      `SELECT e.id, s.next_run_at - e.slot = interval '1 day' AS moved FROM report_mgmt.executions e
         JOIN report_mgmt.schedules s ON s.id = e.schedule_id WHERE e.schedule_id = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ moved: true }]);
    const [delivery, ...others] = await runs.mailed(rows[0].id);
    expect([delivery, others]).toMatchObject([{ status: 'sent', attempts: 1 }, []]);
    expect(mailsTo(delivery.address)).toHaveLength(1);
  }
  await worker.stop();
});

test('a run has one document and one mail when the sessions that store it are killed, at whichever statement', async () => {
  const worker = runs.app.work();
  const count = await failAtEach(/is not null as cancelled/, async () => {
    const address = nextPerson();
    const id = await runs.run({}, [address]);
    expect(await runs.mailed(id)).toMatchObject([{ address, status: 'sent', attempts: 1 }]);
    expect(await runs.execution(id)).toMatchObject({
      status: 'succeeded',
      email_status: 'sent',
      error: null,
    });
    expect(mailsTo(address)).toHaveLength(1);
  });
  expect(count).toBeGreaterThan(6);
  await worker.stop();
  await expectNoLostDocuments();
});

test('runs and mails that Redis lost are done once', async () => {
  const redis = new Redis(runs.app.config.redisUrl!);
  const address = nextPerson();
  const id = await runs.run({}, [address]);
  await redis.flushdb();
  const renderer = runs.app.work('execution.run');
  await runs.ended(id);
  await renderer.stop();
  expect(await runs.deliveries(id)).toMatchObject([{ status: 'queued' }]);
  await redis.flushdb();
  redis.disconnect();
  const sender = runs.app.work('delivery.send');
  expect(await runs.mailed(id)).toMatchObject([{ status: 'sent', attempts: 1 }]);
  await sender.stop();
  expect(mailsTo(address)).toHaveLength(1);
});
