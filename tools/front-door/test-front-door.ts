import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createFrontDoor, type FrontDoor } from './server.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

export interface TestFrontDoor {
  port: number;
  url: string;
  /** Requests that reached a service, oldest first. */
  seen: { service: string; method: string; url: string; headers: IncomingMessage['headers'] }[];
  frontDoor: FrontDoor;
  services: Record<'portal' | 'vault', Server>;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a front door before two small services that record what reaches them. */
export async function startTestFrontDoor(
  answer: Answer = (_request, response) => void response.end('ok'),
  trustedProxies = '',
): Promise<TestFrontDoor> {
  const seen: TestFrontDoor['seen'] = [];
  const start = async (service: string) => {
    const server = createServer((request, response) => {
      seen.push({ service, method: request.method ?? '', url: request.url ?? '', headers: request.headers });
      answer(request, response);
    });
    server.on('upgrade', (request, socket) => {
      seen.push({ service, method: 'UPGRADE', url: request.url ?? '', headers: request.headers });
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  };
  const services = { portal: await start('portal'), vault: await start('vault') };
  const route = (name: 'portal' | 'vault', basePath: string) => ({
    name,
    basePath,
    target: `http://127.0.0.1:${portOf(services[name])}`,
  });
  const frontDoor = createFrontDoor(
    [route('portal', ''), route('vault', '/vault')],
    undefined,
    parseTrustedProxies(trustedProxies),
  );
  await once(frontDoor.server.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(frontDoor.server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    seen,
    frontDoor,
    services,
    close: async () => {
      await frontDoor.close(100);
      for (const server of Object.values(services)) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** Sends raw bytes and returns the response, until the other side closes or `idleMs` pass without a byte. */
export async function exchange(
  port: number,
  bytes: string,
  idleMs = 400,
): Promise<{ text: string; closed: boolean }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let closed = false;
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.setTimeout(idleMs, () => resolve());
    socket.on('close', () => {
      closed = true;
      resolve();
    });
    socket.on('end', () => {
      closed = true;
      resolve();
    });
  });
  socket.write(bytes);
  await ended;
  socket.destroy();
  return { text: Buffer.concat(chunks).toString('latin1'), closed };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
