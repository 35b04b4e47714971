import { registerWithPortal } from '@cairn/auth';
import { makePrivateFolder } from '@cairn/files';
import { requireSandbox } from '@cairn/geo';
import { readConfigOrExit, createLogger, serve } from '@cairn/service';
import { createApp } from './app.ts';
import { readDbadminConfig } from './config.ts';
import { buildContext } from './context.ts';

const config = readConfigOrExit(readDbadminConfig);
const logger = createLogger({ service: 'dbadmin', level: config.logLevel });
const context = buildContext(config, logger);
await makePrivateFolder(config.storageRoot);
await requireSandbox(logger);
// Servers and databases have no permissions of their own: users who see the service see them all.
const stopAnnouncing = registerWithPortal(context, { displayName: 'Databases', visibility: 'restricted' });

await serve({
  app: createApp(context),
  config,
  logger,
  async close() {
    stopAnnouncing();
    await context.close();
  },
});
