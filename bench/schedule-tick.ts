import { createServiceDatabase, migrateService } from '@cairn/db';
import { createJobs } from '@cairn/jobs';
import type { Jobs, NewJob } from '@cairn/jobs';
import { createTestDatabase, testRedisUrl } from '@cairn/testing';
import { sql } from 'kysely';
import { join } from 'node:path';
import { pino } from 'pino';
import { createTick } from '../apps/report-mgmt/src/features/schedules/tick.ts';
import type { Db, ReportMgmtDatabase } from '../apps/report-mgmt/src/db/schema.ts';
import type { Measure, Measurement } from './measurement.ts';
import { median } from './vault-process.ts';

const ENABLED = 10_000;
const DUE = 1_000;
const BATCH = 250;
const IDLE_TICKS = 200;
const ROUNDS = 5;
const MAX_IDLE_MS = 5;
const MAX_CLAIM_SECONDS = 3;
const MIN_SHARE = 0.5;
const START = new Date('2026-11-27T10:00:00Z');
const ZONES = ['Europe/Berlin', 'America/New_York', 'UTC'];
const MIGRATIONS = {
  schema: 'report_mgmt',
  folder: join(import.meta.dirname, '../apps/report-mgmt/src/db/migrations'),
};
const logger = pino({ level: process.env.LOG_LEVEL ?? 'error' });

interface Scheduler {
  db: Db;
  jobs: Jobs;
  tick: () => Promise<number>;
  /** Of the scheduler. */
  setTime(time: Date): void;
}

/** Ticks of a process with 10,000 enabled schedules: with nothing due, and with 1,000 due at the same moment. */
export const measure: Measure = async () => {
  const test = await createTestDatabase({ migrations: [MIGRATIONS], migrate: migrateService });
  const database = createServiceDatabase<ReportMgmtDatabase>({
    ...{ url: test.url('report_mgmt'), service: 'report_mgmt', logger },
  });
  const { db, pool } = database;
  const jobs = createJobs({
    ...{ db, pool, schema: 'report_mgmt', queue: `tick-${Date.now()}`, redisUrl: testRedisUrl(), logger },
  });
  let time = START;
  const tick = createTick({ db, jobs, logger, now: () => time });
  try {
    const scheduler = { db, jobs, tick, setTime: (next: Date) => void (time = next) };
    await insertSchedules(db);
    return [await measureIdle(scheduler), ...(await measureClaims(scheduler))];
  } finally {
    await jobs.close();
    await database.close();
    await test.drop();
  }
};

/** Ordinary ones of 120 rules, with a report, parameters and recipients. */
async function insertSchedules(db: Db): Promise<void> {
  for (let done = 0; done < ENABLED; done += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      report_key: `report-${(done + n) % 100}`,
      datasource: 'main',
      format: 'pdf',
      filename: 'report',
      mode: 'daily',
      rule: JSON.stringify({ mode: 'daily', time: `06:${10 + (n % 40)}` }),
      time_zone: ZONES[n % 3]!,
      parameters: JSON.stringify({ region: ['north', 'south'] }),
      recipients: ['ann@example.org', 'bob@example.org'],
      owner_id: (n % 20) + 1,
      owner: 'ada',
      next_run_at: new Date('2026-11-28T05:30:00Z'),
      tz_version: process.versions.tz ?? 'unknown',
    }));
    await db.insertInto('schedules').values(rows).execute();
  }
}

async function measureIdle({ db, tick }: Scheduler): Promise<Measurement> {
  const first = await timeOf(tick);
  const times: number[] = [];
  const databaseTimes: number[] = [];
  for (let n = 0; n < IDLE_TICKS; n += 1) {
    times.push(await timeOf(tick));
    databaseTimes.push(await databaseTimeOf(db));
  }
  const inDatabase = median(databaseTimes);
  return {
    what: `Tick with nothing due, ${ENABLED.toLocaleString('en')} enabled schedules`,
    measured: `first ${first.toFixed(1)} ms, median with the way there and back ${median(times).toFixed(2)} ms`,
    value: `median in the database ${inDatabase.toFixed(3)} ms`,
    goal: `at most ${MAX_IDLE_MS} ms`,
    met: inDatabase <= MAX_IDLE_MS,
  };
}

/** What PostgreSQL needs to plan and execute the one statement of such a tick. */
async function databaseTimeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] }>`
    EXPLAIN (ANALYZE, FORMAT JSON)
    SELECT next_run_at <= ${START} AS due FROM schedules WHERE enabled ORDER BY next_run_at LIMIT 1`.execute(
    db,
  );
  const [plan] = rows[0]!['QUERY PLAN'];
  return plan!['Planning Time'] + plan!['Execution Time'];
}

/** Claims and bare enqueues in turns; a first round warms up, then medians count. */
async function measureClaims(scheduler: Scheduler): Promise<Measurement[]> {
  const rounds: Record<'claim' | 'many' | 'each', number>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({
      many: await timeOf(() => enqueueMany(scheduler)),
      claim: await claimAll(scheduler, round),
      each: await timeOf(() => enqueueEach(scheduler)),
    });
  const counted = rounds.slice(1);
  const seconds = median(counted.map(({ claim }) => claim)) / 1000;
  const speed = (DUE / seconds).toFixed(0);
  return [
    {
      what: `${DUE.toLocaleString('en')} schedules due at once`,
      measured: `${speed} slots/s`,
      value: `${seconds.toFixed(2)} s`,
      goal: `under ${MAX_CLAIM_SECONDS} s`,
      met: seconds < MAX_CLAIM_SECONDS,
    },
    ...(['each', 'many'] as const).map((way) => {
      const bare = DUE / (median(counted.map((round) => round[way])) / 1000);
      const share = median(counted.map((round) => round[way] / round.claim));
      return {
        what: `Claimed slots against bare enqueues of libs/jobs, ${way === 'each' ? 'one by one' : `${BATCH} at once`}`,
        measured: `${speed} slots/s, ${bare.toFixed(0)} enqueues/s`,
        value: `ratio ${share.toFixed(2)}`,
        goal: `at least ${MIN_SHARE.toFixed(2)}`,
        met: share >= MIN_SHARE,
      };
    }),
  ];
}

/** Each round is another day, and the run of the day before has ended. */
async function claimAll({ db, tick, setTime }: Scheduler, round: number): Promise<number> {
  const due = new Date(START.getTime() + (round + 1) * 86_400_000);
  setTime(due);
  await db.updateTable('executions').set({ status: 'succeeded' }).execute();
  await db
    .updateTable('schedules')
    .set({ next_run_at: new Date(due.getTime() + 3_600_000) })
    .execute();
  await db
    .updateTable('schedules')
    .set({ next_run_at: due })
    .where('id', 'in', db.selectFrom('schedules').select('id').orderBy('id').limit(DUE))
    .execute();
  let claimed = 0;
  const time = await timeOf(async () => void (claimed = await tick()));
  if (claimed !== DUE) throw new Error(`${claimed} schedules were due instead of ${DUE}.`);
  return time;
}

/** What remains of a batch of claims without schedules and executions. */
async function enqueueMany({ db, jobs }: Scheduler): Promise<void> {
  for (let done = 0; done < DUE; done += BATCH) {
    const requests = Array.from({ length: BATCH }, (_, n) => toRequest(n));
    await db.transaction().execute((trx) => jobs.enqueueMany(trx, requests));
    await jobs.dispatch();
  }
}

/** As a request does. */
async function enqueueEach({ db, jobs }: Scheduler): Promise<void> {
  for (let done = 0; done < DUE; done += 1) {
    await db.transaction().execute((trx) => jobs.enqueue(trx, toRequest(done)));
    await jobs.dispatch();
  }
}

function toRequest(n: number): NewJob {
  return {
    kind: 'bare',
    payload: { execution_id: crypto.randomUUID() },
    idempotencyKey: crypto.randomUUID(),
    requestedBy: (n % 20) + 1,
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

if (import.meta.main) {
  for (const { what, measured, value, goal, met } of await measure())
    console.log(`${what}: ${measured}, ${value} (goal ${goal}: ${met ? 'met' : 'not met'})`);
}
