import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, until } from '@cairn/testing';
import { startDeliveryServers, startSchedulesApp } from './schedules-app.ts';
import type { SchedulesApp } from './schedules-app.ts';

const WORKER = resolve(import.meta.dirname, '../src/worker.ts');

let servers: Awaited<ReturnType<typeof startDeliveryServers>>;
let app: SchedulesApp;
beforeAll(async () => {
  servers = await startDeliveryServers();
  // The clock of the worker: by another one the schedule could be due before its slot is set.
  app = await startSchedulesApp({ env: servers.env, overrides: { now: () => new Date() } });
});
afterAll(async () => {
  await app.close();
  await servers.close();
});

test('POST /action/schedule.php create=1 makes a schedule that a worker process runs on time and mails once', async () => {
  const id = await app.create({ schedule_mode: 'repeat_minutes', repeat_minutes: 1440 });
  const { config, reportsRoot } = app;
  const worker = await startService({
    script: WORKER,
    config,
    env: { NODE_ENV: 'test', REPORTS_ROOT: reportsRoot, ...servers.env },
  });
  try {
    const slot = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    await app.admin.query('UPDATE report_mgmt.schedules SET next_run_at = $1', [slot]);
    await until('the mail is sent', async () => (await app.executions(id))[0]?.email_status === 'sent');
    const [execution, ...others] = await app.executions(id);
    expect(others).toEqual([]);
    expect(execution).toMatchObject({
      slot,
      trigger: 'schedule',
      status: 'succeeded',
      output_name: 'sales.pdf',
    });
    const lateMs = execution.created_at.getTime() - slot.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(20_000);
    expect(await app.schedule(id)).toMatchObject({
      next_run_at: new Date(slot.getTime() + 1440 * 60_000),
      last_slot: slot,
    });
    expect(servers.mail.messages.map(({ envelope }) => envelope.to)).toEqual([['ann@example.org']]);
    expect(await worker.stop()).toBe(0);
  } finally {
    await worker.kill();
  }
});
