import { readConfigOrExit, createLogger, serve } from '@cairn/service';
import { createApp } from './app.ts';
import { bootstrapAdministrator } from './bootstrap.ts';
import { readPortalConfig } from './config.ts';
import { buildContext } from './context.ts';
import { startHousekeeping } from './housekeeping.ts';

const config = readConfigOrExit(readPortalConfig);
const logger = createLogger({ service: 'portal', level: config.logLevel });
const context = buildContext(config, logger);

if (config.databaseUrl && config.bootstrapAdminPassword) {
  const created = await bootstrapAdministrator(context.db, config.bootstrapAdminPassword).catch(
    (err: unknown) => {
      logger.error(
        { err },
        'could not create the first administrator, check that the database is up and migrated',
      );
      return false;
    },
  );
  if (created) logger.info('created user admin');
}

const stopHousekeeping = config.databaseUrl ? startHousekeeping(context.db, logger) : () => undefined;
await serve({
  app: createApp(context),
  config,
  logger,
  async close() {
    stopHousekeeping();
    await context.close();
  },
});
