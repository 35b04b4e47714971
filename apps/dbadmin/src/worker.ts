import { makePrivateFolder } from '@cairn/files';
import { requireSandbox } from '@cairn/geo';
import { serveJobs } from '@cairn/jobs';
import { createLogger, repeat, readWorkerConfigOrExit } from '@cairn/service';
import { readDbadminConfig } from './config.ts';
import { buildContext } from './context.ts';
import { LONG_KINDS, processors } from './jobs.ts';
import { runHousekeeping } from './housekeeping.ts';

const config = readWorkerConfigOrExit(readDbadminConfig);
const logger = createLogger({ service: 'dbadmin-worker', level: config.logLevel });
const context = buildContext(config, logger);
await makePrivateFolder(config.storageRoot);
await requireSandbox(logger);
await serveJobs(context, {
  processors: processors(context),
  longKinds: LONG_KINDS,
  // A server that keeps its jobs waiting must not keep those of other servers waiting.
  sharedBy: 'connection_id',
  startHousekeeping: () =>
    repeat(() => runHousekeeping(context), {
      everyMs: 10 * 60_000,
      what: 'leftover sweep',
      logger,
    }),
});
