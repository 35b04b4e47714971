import { announceService } from '@cairn/auth';
import { configOrExit, createLogger, serve } from '@cairn/service';
import { createApp } from './app.ts';
import { readVaultConfig } from './config.ts';
import { buildContext } from './context.ts';
import { sweepStorage, warnWithoutFence } from './upkeep.ts';

const config = configOrExit(readVaultConfig);
const logger = createLogger({ service: 'vault', level: config.logLevel });
const context = buildContext(config, logger);
const stopSweeping = sweepStorage(context);
await warnWithoutFence(logger);
const stopAnnouncing = announceService(context, { displayName: 'Vault' });

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
