import type { Duplex } from 'node:stream';
import { discardUntilClosed } from './discard-body.ts';

/** Responds once to bytes that are not HTTP and ends the connection, so that nothing after them is read as a request. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Already answered; later bytes of the client are malformed too.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  void discardUntilClosed(socket);
}
