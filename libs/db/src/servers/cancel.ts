import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import type { ServerClientConfig } from './client.ts';

/** The codes of requests that come before a start-up packet (PostgreSQL documentation, "Message Formats"). */
const CANCEL_REQUEST = 80_877_102;
const SSL_REQUEST = 80_877_103;

const CANCEL_MS = 5_000;

/** Identifies a session to its server. */
export interface SessionKey {
  processId: number;
  secretKey: number;
}

/**
 * Sends a cancel request for a session on a second connection, which the server then closes. Throws when the server does not
 * respond within 5 s.
 */
export async function cancelStatement(
  { host, port, ssl }: Pick<ServerClientConfig, 'host' | 'port' | 'ssl'>,
  { processId, secretKey }: SessionKey,
): Promise<void> {
  const socket = connect({ host: host ?? 'localhost', port: port ?? 5432 });
  const timer = setTimeout(() => socket.destroy(new Error('the server does not respond')), CANCEL_MS);
  try {
    await once(socket, 'connect');
    let stream: Duplex = socket;
    if (ssl) {
      socket.write(integers(8, SSL_REQUEST));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      if (answer.toString('latin1') !== 'S') return;
      stream = connectTls({ ...(ssl as ConnectionOptions), socket });
      await once(stream, 'secureConnect');
    }
    stream.end(integers(16, CANCEL_REQUEST, processId, secretKey));
    await once(stream.resume(), 'close');
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function integers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, 4 * i);
  return bytes;
}
