import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../stack/managed-process.ts';
import { gisPublish, topology } from '../topology.ts';
import { serviceEnvironment } from './platform-env.ts';
import type { PlatformEnv } from './platform-env.ts';
import { untilAnswers } from './readiness.ts';
import type { Supervisor } from './supervisor.ts';

export const QGIS_MISSING =
  'Rasters cannot be published, because QGIS Server is not installed (967 MB): apt-get install --no-install-recommends qgis-server spawn-fcgi';

/** Variables of the vault that are for its other processes. */
const LEFT_OUT = ['DATABASE_URL', 'CENTRAL_DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEYS', 'BASE_PATH'];

/** Starts the GIS publish service; settles when it answers. */
export async function startGisPublish(
  around: PlatformEnv,
  supervisor: Pick<Supervisor, 'start'>,
): Promise<void> {
  const service = topology.find(({ name }) => name === gisPublish.service)!;
  const { port, internalPort } = around.gisPublish!;
  const storage = join(around.dataDir, gisPublish.directory);
  mkdirSync(storage, { recursive: true });
  const settings = gisPublish.settings.flatMap((name) =>
    process.env[name] ? [[name, process.env[name]] as const] : [],
  );
  const own = { PORT: String(port), INTERNAL_PORT: String(internalPort), STORAGE_ROOT: storage };
  const all = { ...serviceEnvironment(service, around), ...Object.fromEntries(settings), ...own };
  const env = Object.fromEntries(Object.entries(all).filter(([name]) => !LEFT_OUT.includes(name)));
  await supervisor.start({
    layer: 'services',
    spawn: () =>
      startProcess({
        name: 'The GIS publish service',
        ...around.launch(service, gisPublish.script, env),
        logFile: join(around.dataDir, 'logs', `${gisPublish.name}.log`),
        graceMs: 30_000,
      }),
    untilReady: (part) => untilAnswers(`http://127.0.0.1:${port}${service.healthPath}`, part),
  });
}
