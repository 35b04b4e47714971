import { sql } from 'kysely';
import { ConfigError, createLogger, repeat, serveWorker } from '@cairn/service';
import { readDbadminConfig } from './config.ts';
import type { DbadminConfig } from './config.ts';
import { buildContext } from './context.ts';
import { LONG_KINDS, processors } from './jobs/processors.ts';
import { sweepLeftBehind } from './jobs/sweep.ts';

const GRACE_MS = 20_000;
const SWEEP_MS = 10 * 60_000;

const config = readConfigOrExit();
const logger = createLogger({ service: 'dbadmin-worker', level: config.logLevel });
const context = buildContext(config, logger);
const worker = context.jobs.work({
  processors: processors(context),
  concurrency: config.workerConcurrency,
  // A page waits for what is short.
  long: { kinds: LONG_KINDS, atMost: Math.max(1, config.workerConcurrency - 1) },
  graceMs: GRACE_MS,
});
await worker.ready;
const stopSweeping = repeat(() => sweepLeftBehind(context), {
  everyMs: SWEEP_MS,
  what: 'removing what was left behind',
  logger,
});
await serveWorker({
  config,
  logger,
  ready: async () => {
    await sql`SELECT 1`.execute(context.db);
    return { database: true };
  },
  async stop() {
    stopSweeping();
    await worker.stop();
    await context.close();
  },
});

function readConfigOrExit(): DbadminConfig {
  try {
    const read = readDbadminConfig(process.env);
    if (!read.databaseUrl)
      throw new ConfigError(['DATABASE_URL is not set; the worker cannot do without it.']);
    return read;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exit(1);
  }
}
