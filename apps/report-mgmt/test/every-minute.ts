import { resolve } from 'node:path';
import { expect } from '@jest/globals';
import { startService, until } from '@cairn/testing';
import { startDeliveryServers, startSchedulesApp } from './schedules-app.ts';

const MINUTE = 60_000;
/** Of a slot, on a machine that is busy. */
const MAX_LATE_MS = 20_000;

/** A schedule of every minute by the clock of this machine, with a worker process that runs it. */
export async function startEveryMinute() {
  const servers = await startDeliveryServers();
  const app = await startSchedulesApp({ env: servers.env, overrides: { now: () => new Date() } });
  const id = await app.create({ schedule_mode: 'custom', cron_custom: '* * * * *' });
  const { next_run_at: firstSlot } = await app.schedule(id);
  const worker = await startService({
    script: resolve(import.meta.dirname, '../src/worker.ts'),
    config: app.config,
    env: { NODE_ENV: 'test', REPORTS_ROOT: app.reportsRoot, ...servers.env },
  });

  return {
    /** Waits for the first minute, if it has not come yet, and checks that each had one execution, one mail, and was on time. */
    async check(): Promise<void> {
      const isClaimed = async () => (await app.executions(id)).length > 0;
      await until('the first minute has come', isClaimed, { limitMs: 2 * MINUTE });
      await app.ask(app.person, { path: `/api/v1/schedules/${id}/pause`, method: 'POST' });
      const areMailed = async () =>
        (await app.executions(id)).every(({ email_status: mail }) => mail === 'sent');
      await until('each minute has its mail', areMailed);
      expect(await worker.stop()).toBe(0);
      const executions = await app.executions(id);
      const slots = executions.map((_each, index) => firstSlot.getTime() + index * MINUTE);
      expect(executions.map(({ slot }) => slot.getTime())).toEqual(slots);
      for (const { slot, created_at: at, status, email_status: mail } of executions) {
        expect([status, mail]).toEqual(['succeeded', 'sent']);
        expect(at.getTime()).toBeGreaterThanOrEqual(slot.getTime());
        expect(at.getTime() - slot.getTime()).toBeLessThan(MAX_LATE_MS);
      }
      expect(servers.mail.messages).toHaveLength(slots.length);
      expect(servers.reportServer.runs).toHaveLength(slots.length);
    },
    async close() {
      await worker.kill();
      await app.close();
      await servers.close();
    },
  };
}
