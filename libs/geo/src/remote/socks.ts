import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const CONNECT = 1;
const DOMAIN_NAME = 3;
const NOT_ALLOWED = 2;
/** The longest request: a name of 255 bytes. */
const MAX_REQUEST = 262;

/**
 * A SOCKS5 proxy (RFC 1928) without a network: connections to the one host are passed to `take`, others are refused.
 */
export function createSocksServer(host: string, take: (socket: Socket) => void): Server {
  return createServer((socket) => {
    let received = Buffer.alloc(0);
    let greeted = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', onData);

    function onData(chunk: Buffer): void {
      received = Buffer.concat([received, chunk]);
      if (received[0] !== VERSION || (!greeted && received.length > MAX_REQUEST)) {
        socket.destroy();
        return;
      }
      if (!greeted) greet();
      if (greeted) connect();
    }

    /** Version, number of methods, methods. */
    function greet(): void {
      const length = 2 + (received[1] ?? Infinity);
      if (received.length < length) return;
      received = received.subarray(length);
      greeted = true;
      socket.write(Buffer.from([VERSION, NO_AUTHENTICATION]));
    }

    /** Version, command, 0, kind of address, length, name, port. */
    function connect(): void {
      const length = 7 + (received[4] ?? Infinity);
      if (received.length < length && received[3] === DOMAIN_NAME) return;
      if (received.length < 5) return;
      const isOurs =
        received[1] === CONNECT &&
        received[3] === DOMAIN_NAME &&
        received.subarray(5, length - 2).toString('latin1') === host;
      socket.off('data', onData);
      socket.write(Buffer.from([VERSION, isOurs ? 0 : NOT_ALLOWED, 0, 1, 0, 0, 0, 0, 0, 0]));
      if (!isOurs) {
        socket.end();
        return;
      }
      socket.pause();
      const rest = received.subarray(length);
      if (rest.length > 0) socket.unshift(rest);
      take(socket);
    }
  });
}
