import { registerWithPortal } from '@cairn/auth';
import { makePrivateFolder } from '@cairn/files';
import { requireSandbox } from '@cairn/geo';
import { readConfigOrExit, createLogger, serve } from '@cairn/service';
import { createApp } from './app.ts';
import { readVaultConfig } from './config.ts';
import { buildContext } from './context.ts';
import { sweepStorage } from './housekeeping.ts';

const config = readConfigOrExit(readVaultConfig);
const logger = createLogger({ service: 'vault', level: config.logLevel });
const context = buildContext(config, logger);
await makePrivateFolder(config.storageRoot);
await requireSandbox(logger);
const stopSweeping = sweepStorage(context);
const stopAnnouncing = registerWithPortal(context, { displayName: 'Datasets' });

await serve({
  app: createApp(context),
  config,
  logger,
  async close() {
    stopSweeping();
    stopAnnouncing();
    await context.close();
  },
});
