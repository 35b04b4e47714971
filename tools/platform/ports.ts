import { anyPort, freePort } from '../stack/ports.ts';
import { frontDoorPort, gisPublish, type ServiceTopology } from '../topology.ts';
import type { GisPublishPorts, MailboxPorts, Ports } from './platform-env.ts';

export interface ChosenPorts {
  frontDoor: number;
  postgres: number;
  redis: number;
  services: Record<string, Ports>;
  gisPublish: GisPublishPorts;
  mailbox: MailboxPorts;
}

const preferredMailbox = { port: 8889, smtpPort: 2525 };
const preferredStores = { postgres: 15_432, redis: 16_379 };

/** The usual ports, or the next free ones if they are in use; for tests, any free ports. */
export async function choosePorts(
  services: ServiceTopology[],
  wanted: { frontDoor?: number; usual: boolean },
): Promise<ChosenPorts> {
  const taken = new Set<number>();
  const choose = async (preferred: number, isUsual = wanted.usual): Promise<number> => {
    let port = isUsual ? await freePort(preferred, taken) : await anyPort();
    while (taken.has(port)) port = await anyPort();
    taken.add(port);
    return port;
  };
  const frontDoor = await choose(
    wanted.frontDoor ?? frontDoorPort,
    wanted.usual || wanted.frontDoor !== undefined,
  );
  const [postgres, redis] = [await choose(preferredStores.postgres), await choose(preferredStores.redis)];
  const ports: Record<string, Ports> = {};
  for (const { name, port, internalPort, workerInternalPort } of services) {
    ports[name] = {
      port: await choose(port),
      internalPort: await choose(internalPort),
      workerInternalPort: await choose(workerInternalPort),
    };
  }
  const gisPublishPorts = {
    port: await choose(gisPublish.port),
    internalPort: await choose(gisPublish.internalPort),
  };
  const mailbox = {
    port: await choose(preferredMailbox.port),
    smtpPort: await choose(preferredMailbox.smtpPort),
  };
  return { frontDoor, postgres, redis, services: ports, gisPublish: gisPublishPorts, mailbox };
}
