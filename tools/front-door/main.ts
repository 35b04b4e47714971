import { once } from 'node:events';
import { createFrontDoor } from './server.ts';
import type { Route } from './route.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

/**
 * The front door's process: FRONT_DOOR_PORT, FRONT_DOOR_HOST (localhost by default) and FRONT_DOOR_ROUTES, a JSON
 * list of { name, basePath, target }. CAIRN_TRUSTED_PROXIES lists the proxies whose X-Forwarded headers count.
 */
const port = Number(process.env.FRONT_DOOR_PORT);
const routes = JSON.parse(process.env.FRONT_DOOR_ROUTES ?? '[]') as Route[];
// Browsers ask for localhost on IPv6 first and on IPv4 next: both families are served.
const hosts = process.env.FRONT_DOOR_HOST ? [process.env.FRONT_DOOR_HOST] : ['127.0.0.1', '::1'];
const log = (line: object) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), service: 'front-door', ...line }));

const isTrustedProxy = parseTrustedProxies(process.env.CAIRN_TRUSTED_PROXIES ?? '');
const frontDoors = hosts.map(() => createFrontDoor(routes, log, isTrustedProxy));
await Promise.all(frontDoors.map(({ server }, index) => listen(server, hosts[index] ?? '')));
log({ level: 'info', event: 'listening', port, hosts });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void Promise.all(frontDoors.map((frontDoor) => frontDoor.close())).then(() => process.exit(0));
  });
}

async function listen(server: (typeof frontDoors)[number]['server'], host: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    // A machine without IPv6 is served on IPv4 alone.
    if (host !== '::1') throw error;
    log({ level: 'info', event: 'no_ipv6', message: String(error) });
  }
}
