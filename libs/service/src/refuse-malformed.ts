import type { Duplex } from 'node:stream';
import { discardUntilClosed } from './discard-body.ts';

/** Answers bytes that are not HTTP, once, and ends the connection, so that nothing after them is taken for a request. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Answered already; later bytes of the client are malformed again.
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
