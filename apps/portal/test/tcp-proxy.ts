import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A relay before a server that can fall silent, as a server that hangs does, or cut every connection. */
export async function startTcpProxy(target: { host: string; port: number }) {
  const pairs = new Set<[Socket, Socket]>();
  let silent = false;

  // A process that hangs says no farewell either: the other side's end is answered only while data pass.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ ...target, allowHalfOpen: true });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const relay = (from: Socket, to: Socket) => {
      from.on('data', (data) => void (silent || to.write(data)));
      from.on('end', () => void (silent || to.end()));
      from.on('error', () => undefined);
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    };
    relay(client, upstream);
    relay(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function cut(): void {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** From now on nothing passes; connections are accepted and stay open. */
    fallSilent() {
      silent = true;
    },
    /** Passes data again; what was swallowed is lost, as it is when a server is killed. */
    comeBack() {
      silent = false;
      cut();
    },
    cut,
    stop() {
      cut();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
