import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@cairn/service';
import { reportMgmt } from '../src/service.ts';

/**
 * A process to be killed. With ROLE=scheduler it claims slots alone, else it is a worker: it claims slots and executes them. Unlike
 * `src/worker.ts` it does so in quick succession, and dead workers are noticed after seconds.
 */
const TICK_MS = 50;
const JOB_TIMES = { leaseMs: 3_000, heartbeatMs: 500, sweepMs: 250, resendAfterMs: 2_000, backoffMs: 100 };
const AT_ONCE = 8;

const config = reportMgmt.readConfig(process.env);
const logger = createLogger({ service: 'schedule-process', level: config.logLevel });
const context = reportMgmt.buildContext(config, logger, { jobTimes: JOB_TIMES, engineRetryMs: 500 });

if (process.env.ROLE !== 'scheduler') {
  const processors = reportMgmt.processors(context);
  await context.jobs.work({ processors, concurrency: AT_ONCE }).ready;
}
// `startService` waits for this line.
console.log(JSON.stringify({ msg: 'worker started' }));
for (;;) {
  await context.tick().catch((err: unknown) => logger.warn({ err }, 'schedule tick failed, retrying'));
  await delay(TICK_MS);
}
