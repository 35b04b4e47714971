import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@cairn/service';
import { fieldSync } from '../src/service.ts';

/**
 * A worker process to be killed. Unlike `src/worker.ts` it polls in quick succession, and dead workers are noticed after seconds.
 */
const TICK_MS = 100;
const BEAT_MS = 300;
const JOB_TIMES = { leaseMs: 1_500, heartbeatMs: 250, sweepMs: 200, resendAfterMs: 1_500, backoffMs: 100 };
const POLL_TIMES = { leaseMs: 3_000, deadAfterMs: 1_500, deadlineMs: 20_000 };

const ALERT_TIMES = { gatherMs: 0, settleMs: 0 };

const config = fieldSync.readConfig(process.env);
const logger = createLogger({ service: 'sync-process', level: config.logLevel });
const context = fieldSync.buildContext(config, logger, {
  ...{ jobTimes: JOB_TIMES, pollTimes: POLL_TIMES, alertTimes: ALERT_TIMES },
});

const attempt = (what: string, work: Promise<unknown>) =>
  work.catch((err: unknown) => logger.warn({ err }, `${what} failed, retrying`));
await attempt('beat', context.beat());
await context.jobs.work({ processors: fieldSync.processors(context), concurrency: 2 }).ready;
setInterval(() => void attempt('beat', context.beat()), BEAT_MS);
// `startService` waits for this line.
console.log(JSON.stringify({ msg: 'worker started' }));
for (;;) {
  await attempt('poll tick', context.poller.tick());
  await attempt('check for alerts', context.alerts.check());
  await delay(TICK_MS);
}
