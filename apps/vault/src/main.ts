import { ConfigError, createLogger, serve } from '@cairn/service';
import { createApp } from './app.ts';
import { readVaultConfig } from './config.ts';
import type { VaultConfig } from './config.ts';
import { buildContext } from './context.ts';
import { announceService, sweepStorage, warnWithoutFence } from './upkeep.ts';

const config = readConfigOrExit();
const logger = createLogger({ service: 'vault', level: config.logLevel });
const context = buildContext(config, logger);
const stopSweeping = sweepStorage(context);
await warnWithoutFence(logger);
const stopAnnouncing = announceService(context);

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

function readConfigOrExit(): VaultConfig {
  try {
    return readVaultConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exit(1);
  }
}
