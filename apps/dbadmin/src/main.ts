import { announceService } from '@cairn/auth';
import { configOrExit, createLogger, serve } from '@cairn/service';
import { createApp } from './app.ts';
import { readDbadminConfig } from './config.ts';
import { buildContext } from './context.ts';

const config = configOrExit(readDbadminConfig);
const logger = createLogger({ service: 'dbadmin', level: config.logLevel });
const context = buildContext(config, logger);
const stopAnnouncing = announceService(context, 'Databases');

await serve({
  app: createApp(context),
  config,
  logger,
  async close() {
    stopAnnouncing();
    await context.close();
  },
});
