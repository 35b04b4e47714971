import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A way to a server that can be cut. */
export async function startProxy(target: URL) {
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined).on('close', () => sockets.delete(each));
    }
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const { port } = proxy.address() as AddressInfo;
  async function interrupt(): Promise<void> {
    const closed = new Promise((done) => proxy.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href,
    interrupt,
    resume: () => new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done)),
    close: interrupt,
  };
}
