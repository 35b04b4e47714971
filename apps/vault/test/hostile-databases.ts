import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** AuthenticationOk, ReadyForQuery (PostgreSQL documentation, Message Formats). */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const SSL_REQUEST = 80_877_103;

/** A server that accepts every sign-in as PostgreSQL does; `answer` handles the first statement. */
export async function openFalseDatabase(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let isGreeted = false;
    let isAnswered = false;
    socket.on('data', (chunk) => {
      if (!isGreeted && chunk.readUInt32BE(4) === SSL_REQUEST) socket.write('N');
      else if (!isGreeted) isGreeted = socket.write(WELCOME) || true;
      else if (!isAnswered) {
        isAnswered = true;
        answer(socket);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Sends the head of a notice of 2 GB, and then as much of it as the client reads. */
export async function flood(socket: Socket): Promise<void> {
  socket.write(Buffer.from([0x4e, 0x7f, 0xff, 0xff, 0xff]));
  const piece = Buffer.alloc(1024 * 1024);
  while (!socket.destroyed) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    await turn();
  }
}

function once(socket: Socket, event: 'drain' | 'close'): Promise<void> {
  return new Promise((done) => socket.once(event, done));
}
