import { sql } from 'kysely';
import { ConfigError, createLogger } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { readVaultConfig } from './config.ts';
import type { VaultConfig } from './config.ts';
import { buildContext } from './context.ts';
import { startInternalPages } from './internal-pages.ts';
import { processors } from './jobs/processors.ts';
import { sweepStorage, warnWithoutFence } from './upkeep.ts';

const GRACE_MS = 20_000;

const config = readConfigOrExit();
const logger = createLogger({ service: 'vault-worker', level: config.logLevel });
const context = buildContext(config, logger);
const stopSweeping = sweepStorage(context);
await warnWithoutFence(logger);
const worker = context.jobs.work({
  processors: processors(context),
  concurrency: config.workerConcurrency,
  graceMs: GRACE_MS,
});
const pages = await startInternalPages({
  host: config.host,
  port: config.internalPort,
  ready: async () => {
    await sql`SELECT 1`.execute(context.db);
    return { database: true };
  },
}).catch((error: NodeJS.ErrnoException) =>
  exitWith(`Port ${config.internalPort} cannot be used: ${error.message}`, logger),
);
await worker.ready;
logger.info({ internal_port: config.internalPort }, 'working');

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'the worker did not stop cleanly');
        process.exit(1);
      },
    );
  });
}

async function stop(): Promise<void> {
  stopSweeping();
  await worker.stop();
  await context.close();
  pages.close();
}

function exitWith(sentence: string, log: Logger): never {
  log.fatal(sentence);
  process.exit(1);
}

function readConfigOrExit(): VaultConfig {
  try {
    const read = readVaultConfig(process.env);
    if (!read.databaseUrl)
      throw new ConfigError(['DATABASE_URL is not set; the worker cannot do without it.']);
    return read;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exit(1);
  }
}
