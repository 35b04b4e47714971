import { requireSandbox } from '@cairn/geo';
import { createLogger, readConfigOrExit, serve } from '@cairn/service';
import { readGisPublishConfig } from './config.ts';
import { createGisPublish, GIS_PUBLISH } from './service.ts';

/** The GIS publish service: a process of its own, beside the web process and the workers of the vault. */
const config = readConfigOrExit(readGisPublishConfig);
const logger = createLogger({ service: GIS_PUBLISH, level: config.logLevel });
await requireSandbox(logger);
const gisPublish = await createGisPublish(config, logger);
await serve({ ...gisPublish, config, logger });
// Requests that come first wait for it.
gisPublish.qgis.warmUp().catch((err: unknown) => logger.warn({ err }, 'QGIS Server does not start'));
