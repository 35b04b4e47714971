import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface SlowLine {
  url: string;
  close(): Promise<void>;
}

/** A server that passes connections on to another one and sends what comes back at so many bytes a second, each connection for itself. */
export async function openSlowLine(target: string, bytesPerSecond: number): Promise<SlowLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    void sendSlowly(upstream, client, bytesPerSecond).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function sendSlowly(from: Socket, to: Socket, bytesPerSecond: number): Promise<void> {
  // When the line is free again.
  let free = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    if (!to.write(chunk)) await once(to, 'drain');
    free = Math.max(free, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
    const wait = free - performance.now();
    if (wait > 1) await delay(wait);
  }
  to.end();
}
