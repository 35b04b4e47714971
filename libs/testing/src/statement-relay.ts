import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Frontend messages that hold the text of a statement (PostgreSQL documentation, "Message Formats"). */
const QUERY = 'Q';
const PARSE = 'P';

/**
 * A way to a PostgreSQL server on which `before` is called, and waited for, between any two statements: what an attacker does who
 * hits every gap. When it returns `cut`, the statement reaches the server, and the client loses the connection. Without TLS.
 * Connections have numbers.
 */
export async function openStatementRelay(
  port: number,
  before: (statement: string, connection: number) => Promise<'cut' | void>,
) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const connection = (connections += 1);
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    server.on('close', () => client.destroy());
    client.on('close', () => server.end());
    server.pipe(client);
    const messages = splitMessages();
    let sent = Promise.resolve();
    client.on('data', (chunk: Buffer) => {
      for (const { bytes, statement } of messages(chunk))
        sent = sent.then(async () => {
          const action = statement === null ? undefined : await before(statement, connection);
          if (action === 'cut') server.unpipe(client).resume();
          server.write(bytes, () => void (action === 'cut' && client.destroy()));
        });
    });
  });
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
  return {
    port: (relay.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => relay.close(done));
    },
  };
}

/** Whole messages out of what arrives; the first of a connection has no type. */
function splitMessages() {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return function* (chunk: Buffer): Generator<{ bytes: Buffer; statement: string | null }> {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      yield { bytes, statement: isFirst ? null : statementOf(bytes) };
      isFirst = false;
    }
  };
}

function statementOf(message: Buffer): string | null {
  const type = String.fromCharCode(message[0] as number);
  const texts = message.subarray(5).toString().split('\0');
  if (type === QUERY) return texts[0] ?? '';
  return type === PARSE ? (texts[1] ?? '') : null;
}
