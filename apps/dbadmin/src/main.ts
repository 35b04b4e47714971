import { ConfigError, createLogger, serve } from '@cairn/service';
import { createApp } from './app.ts';
import { readDbadminConfig } from './config.ts';
import type { DbadminConfig } from './config.ts';
import { buildContext } from './context.ts';
import { announceService } from './upkeep.ts';

const config = readConfigOrExit();
const logger = createLogger({ service: 'dbadmin', level: config.logLevel });
const context = buildContext(config, logger);
const stopAnnouncing = announceService(context);

await serve({
  app: createApp(context),
  config,
  logger,
  async close() {
    stopAnnouncing();
    await context.close();
  },
});

function readConfigOrExit(): DbadminConfig {
  try {
    return readDbadminConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exit(1);
  }
}
