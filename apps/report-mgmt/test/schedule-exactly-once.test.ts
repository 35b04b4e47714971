/** @own-process because its database is on a server of its own, which it kills */
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, startTestServer, until } from '@cairn/testing';
import type { RunningService, TestServer } from '@cairn/testing';
import { Redis } from 'ioredis';
import { startEveryMinute } from './every-minute.ts';
import { DAILY, startDeliveryServers, startSchedulesApp } from './schedules-app.ts';
import type { SchedulesApp } from './schedules-app.ts';

/** `EXACTLY_ONCE_ROUNDS=20` is the long version. */
const ROUNDS = Number(process.env.EXACTLY_ONCE_ROUNDS ?? 2);
/** With the same seed everything is killed after as many mails. */
const SEED = Number(process.env.EXACTLY_ONCE_SEED ?? Date.now() % 1_000_000);
const SCHEDULES = 500;
const KILLS_OF_A_PROCESS = 2;
const CREATED_MEANWHILE = 10;
const PROCESS = resolve(import.meta.dirname, 'schedule-process.ts');
const ROLES = ['scheduler', 'scheduler', 'worker', 'worker'];

const random = createRandom(SEED);
const between = (least: number, most: number) => Math.round(least + random() * (most - least));
/** A number of mails of the round, after which something is killed: some when slots are claimed, and some when mails are sent. */
const anyMoment = () => between(0, SCHEDULES * 0.9);

/** On another server and beside the rounds, so that the wait for a full minute takes no time of its own. */
let everyMinute: Awaited<ReturnType<typeof startEveryMinute>>;
let server: TestServer;
let servers: Awaited<ReturnType<typeof startDeliveryServers>>;
let app: SchedulesApp;
let redis: Redis;
const clusterUrl = process.env.CAIRN_TEST_POSTGRES_URL;

beforeAll(async () => {
  everyMinute = await startEveryMinute();
  server = await startTestServer({
    log_statement: 'none',
    log_min_messages: 'panic',
    max_connections: '200',
  });
  process.env.CAIRN_TEST_POSTGRES_URL = server.url();
  servers = await startDeliveryServers();
  app = await startSchedulesApp({ env: servers.env });
  redis = new Redis(app.config.redisUrl!);
  await app.admin.query(
    `INSERT INTO report_mgmt.schedules (report_key, datasource, format, filename, mode, rule, time_zone, recipients, owner_id,
       owner, tz_version)
     SELECT 'sales', 'main', 'pdf', 'sales', 'repeat_minutes', '{"mode": "repeat_minutes", "minutes": 1440}', 'UTC',
       ARRAY['person' || n || '@example.org'], $1, $2, $3 FROM generate_series(1, ${SCHEDULES}) AS n`,
    [app.person.id, app.person.username, process.versions.tz],
  );
});
afterAll(async () => {
  redis?.disconnect();
  await app?.close();
  await servers?.close();
  await server?.stop();
  process.env.CAIRN_TEST_POSTGRES_URL = clusterUrl;
  await everyMinute?.close();
});

test(
  `POST /action/schedule.php create=1 makes schedules that run and mail once a slot, whatever is killed: ${SCHEDULES} due in one minute`,
  async () => {
    console.info(`EXACTLY_ONCE_SEED=${SEED}, ${ROUNDS} rounds`);
    for (let round = 1; round <= ROUNDS; round += 1) await playRound(round);
  },
  ROUNDS * 180_000,
);

test('POST /action/schedule.php create=1 makes a schedule of every minute that a worker process runs and mails once in each minute of the real clock', () =>
  everyMinute.check());

async function playRound(round: number): Promise<void> {
  servers.mail.messages.length = 0;
  const slotsBefore = await countSlots();
  const firstSlot = Math.ceil(Date.now() / 1000) * 1000 + 1000;
  // In the same minute, spread over three seconds.
  await app.admin.query(
    `UPDATE report_mgmt.schedules SET next_run_at = $1::timestamptz + (id % 3) * interval '1 second' WHERE mode = 'repeat_minutes'`,
    [new Date(firstSlot)],
  );
  const processes = await Promise.all(ROLES.map((role) => keepKilling(role)));
  const acknowledged = createMeanwhile(round);
  await Promise.all([restartDatabase(), emptyRedis(), ...processes.map(({ killed }) => killed)]);
  const started = performance.now();
  await until('all runs and mails of the round are done', isSettled, { limitMs: 150_000, everyMs: 250 });
  const settledMs = performance.now() - started;
  await Promise.all(processes.map((process) => process.stop()));
  expect(await countSlots()).toBe(slotsBefore + SCHEDULES);
  const summary = await checkRound(new Date(firstSlot));
  await checkAcknowledged(await acknowledged);
  console.info(`round ${round}: settled ${(settledMs / 1000).toFixed(1)} s after the last kill, ${summary}`);
}

/** A process that is killed at random times and started again. */
async function keepKilling(role: string): Promise<{ killed: Promise<void>; stop(): Promise<void> }> {
  const moments = Array.from({ length: KILLS_OF_A_PROCESS }, anyMoment).toSorted((a, b) => a - b);
  let running = await startProcess(role);
  async function killAndRestart() {
    for (const moment of moments) {
      await reach(moment);
      await running.kill();
      running = await startProcess(role);
    }
  }
  return { killed: killAndRestart(), stop: () => running.kill() };
}

/** Settles soon after so many mails of the round have arrived. */
async function reach(mails: number): Promise<void> {
  const pause = between(0, 500);
  await until(`${mails} mails have arrived`, () => servers.mail.messages.length >= mails, {
    limitMs: 120_000,
  });
  await delay(pause);
}

function startProcess(role: string): Promise<RunningService> {
  return startService({
    script: PROCESS,
    config: app.config,
    env: {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'fatal', ROLE: role, REPORTS_ROOT: app.reportsRoot },
      ...servers.env,
    },
  });
}

async function restartDatabase(): Promise<void> {
  await reach(anyMoment());
  await server.kill();
  await delay(between(0, 500));
  await server.start();
}

async function emptyRedis(): Promise<void> {
  await reach(anyMoment());
  await redis.flushdb();
}

/** Creates schedules while everything fails, and returns the ids of those that were acknowledged. */
async function createMeanwhile(round: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < CREATED_MEANWHILE; n += 1) {
    // Paused: a slot of theirs would be one too many where it comes during the round.
    const fields = { ...DAILY, filename: `${round}-${n}`, enabled: 0 };
    const { status, body } = await app.post(app.person, { create: 1, ...fields });
    expect([200, 503]).toContain(status);
    if (body.success) ids.push(body.id);
    await delay(between(100, 500));
  }
  return ids;
}

async function checkAcknowledged(ids: number[]): Promise<void> {
  const { rows } = await app.admin.query('SELECT id FROM report_mgmt.schedules WHERE id = ANY($1)', [ids]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(ids.length).toBeGreaterThan(0);
}

async function countSlots(): Promise<number> {
  const { rows } = await app.admin.query('SELECT count(*)::int AS count FROM report_mgmt.executions');
  return rows[0].count;
}

async function isSettled(): Promise<boolean> {
  const { rows } = await app.admin.query(
    `SELECT (SELECT count(*) FROM report_mgmt.schedules WHERE enabled AND next_run_at <= now())
          + (SELECT count(*) FROM report_mgmt.executions WHERE status IN ('queued', 'running'))
          + (SELECT count(*) FROM report_mgmt.deliveries WHERE status IN ('queued', 'sending'))
          + (SELECT count(*) FROM report_mgmt.jobs WHERE status IN ('queued', 'running')) AS open`,
  );
  return Number(rows[0].open) === 0;
}

/** One execution a slot, and one mail a person and execution; none or one where that is not known. */
async function checkRound(firstSlot: Date): Promise<string> {
  const { rows: executions } = await app.admin.query(
    `SELECT schedule_id, slot, status, error FROM report_mgmt.executions WHERE slot >= $1`,
    [firstSlot],
  );
  expect(executions.filter(({ status }) => status !== 'succeeded')).toEqual([]);
  expect(executions).toHaveLength(SCHEDULES);
  expect(new Set(executions.map(({ schedule_id: id }) => id)).size).toBe(SCHEDULES);
  const { rows: deliveries } = await app.admin.query(
    `SELECT d.id, d.address, d.status FROM report_mgmt.deliveries d JOIN report_mgmt.executions e ON e.id = d.execution_id
      WHERE e.slot >= $1`,
    [firstSlot],
  );
  expect(new Set(deliveries.map(({ address }) => address)).size).toBe(SCHEDULES);
  const mails = Map.groupBy(servers.mail.messages, ({ headers }) => String(headers.get('message-id')));
  const wrong = deliveries.filter(({ id, status }) => {
    const count = mails.get(`<${id}@example.org>`)?.length ?? 0;
    return status === 'unknown' ? count > 1 : status !== 'sent' || count !== 1;
  });
  expect(wrong).toEqual([]);
  // No mail but those.
  expect(mails.size).toBeLessThanOrEqual(SCHEDULES);
  const unknown = deliveries.filter(({ status }) => status === 'unknown').length;
  // Only what a worker was sending when it or the database was killed.
  expect(unknown).toBeLessThan(SCHEDULES / 4);
  return `${servers.mail.messages.length} mails, ${unknown} unknown`;
}

/** mulberry32: numbers from 0 to 1 that a seed determines. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
