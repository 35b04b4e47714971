import { join } from 'node:path';
import { healthPath } from '../front-door/server.ts';
import type { Route } from '../front-door/route.ts';
import { mailboxPath } from '../mailbox/paths.ts';
import { minimalEnvironment, startProcess } from '../stack/managed-process.ts';
import { repositoryRoot, type ServiceTopology } from '../topology.ts';
import { untilAnswers } from './readiness.ts';
import type { PlatformEnv } from './platform-env.ts';
import type { Supervisor } from './supervisor.ts';

interface FrontDoorRequest {
  services: ServiceTopology[];
  around: PlatformEnv;
  port: number;
  supervisor: Pick<Supervisor, 'start'>;
}

/** Starts the front door before the services are ready; until then it responds with 503. */
export async function startFrontDoor({
  services,
  around,
  port,
  supervisor,
}: FrontDoorRequest): Promise<void> {
  const routes: Route[] = services.map(({ name, basePath }) => ({
    name,
    basePath,
    target: `http://127.0.0.1:${around.ports[name]?.port}`,
  }));
  if (around.mailbox) {
    const target = `http://127.0.0.1:${around.mailbox.port}`;
    routes.push({ name: 'mailbox', basePath: mailboxPath, target });
  }
  const host =
    process.env.CAIRN_HOST && process.env.CAIRN_HOST !== '0.0.0.0' ? process.env.CAIRN_HOST : '127.0.0.1';
  await supervisor.start({
    layer: 'frontDoor',
    spawn: () =>
      startProcess({
        name: 'The front door',
        command: [process.execPath, join(repositoryRoot, 'tools/front-door/main.ts')],
        env: {
          ...minimalEnvironment(),
          FRONT_DOOR_PORT: String(port),
          FRONT_DOOR_ROUTES: JSON.stringify(routes),
          ...(process.env.CAIRN_HOST ? { FRONT_DOOR_HOST: process.env.CAIRN_HOST } : {}),
          ...(process.env.CAIRN_TRUSTED_PROXIES
            ? { CAIRN_TRUSTED_PROXIES: process.env.CAIRN_TRUSTED_PROXIES }
            : {}),
        },
        logFile: join(around.dataDir, 'logs', 'front-door.log'),
      }),
    untilReady: (part) => untilAnswers(`http://${host}:${port}${healthPath}`, part),
  });
}
