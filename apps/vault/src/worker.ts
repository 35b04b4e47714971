import { makePrivateFolder } from '@cairn/files';
import { requireSandbox } from '@cairn/geo';
import { serveJobs } from '@cairn/jobs';
import { createLogger, readWorkerConfigOrExit } from '@cairn/service';
import { readVaultConfig } from './config.ts';
import { buildContext } from './context.ts';
import { LONG_KINDS, processors } from './jobs.ts';
import { sweepStorage } from './housekeeping.ts';

const config = readWorkerConfigOrExit(readVaultConfig);
const logger = createLogger({ service: 'vault-worker', level: config.logLevel });
const context = buildContext(config, logger);
await makePrivateFolder(config.storageRoot);
await requireSandbox(logger);
await serveJobs(context, {
  processors: processors(context),
  longKinds: LONG_KINDS,
  startHousekeeping: () => sweepStorage(context),
});
