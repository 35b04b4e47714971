import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Which reply of a mail server; `ehlo` is the first command after the greeting, and `message` the answer to its last byte. */
export type MailReply = 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'message';

export interface RelayFault {
  /** The reply before which it happens, `body` after 1,000 bytes of the message, or `answered` after the answer to the message. */
  at: MailReply | 'body' | 'answered';
  /** `cut` resets the connection, `hang` keeps it open in silence, a number of milliseconds delays the reply; a line replaces it. */
  action: 'cut' | 'hang' | { delayMs: number } | { line: string };
}

export interface MailRelay {
  port: number;
  close(): Promise<void>;
}

interface MailRelayOptions {
  serverPort: number;
  /** From the first byte: then all is passed on as it is. */
  isEncrypted: boolean;
  /** Asked for each connection. */
  getFault(): RelayFault | null;
}

interface RelayedConnection {
  client: Socket;
  server: Socket;
  isEncrypted: boolean;
  fault: RelayFault | null;
}

const BODY_BYTES = 1_000;
const END_OF_MESSAGE = '\r\n.\r\n';

/** A way to a mail server on which connections fail at one place. It reads lines, so not beyond STARTTLS. */
export async function openMailRelay(options: MailRelayOptions): Promise<MailRelay> {
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(options.serverPort, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
    relayMail({ client, server, isEncrypted: options.isEncrypted, fault: options.getFault() });
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

function relayMail({ client, server, isEncrypted, fault }: RelayedConnection): void {
  const awaited: MailReply[] = ['greeting'];
  let mode: 'commands' | 'message' | 'encrypted' = isEncrypted ? 'encrypted' : 'commands';
  let messageBytes = 0;
  let tail = '';
  let isSilent = false;

  function stop(action: RelayFault['action']): void {
    isSilent = true;
    client.pause();
    if (action === 'cut') {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  const readCommand = splitLines();
  client.on('data', (chunk) => {
    if (isSilent) return;
    if (mode === 'commands') {
      for (const line of readCommand(chunk)) {
        const verb = line.slice(0, 4).toLowerCase();
        awaited.push((verb === 'star' ? 'starttls' : verb) as MailReply);
      }
    } else if (mode === 'message') {
      messageBytes += chunk.length;
      tail = (tail + chunk.toString('latin1')).slice(-END_OF_MESSAGE.length);
      if (fault?.at === 'body' && messageBytes >= BODY_BYTES) return stop(fault.action);
      if (tail === END_OF_MESSAGE) {
        mode = 'commands';
        awaited.push('message');
      }
    }
    server.write(chunk);
  });

  const readReply = splitLines();
  let passed = Promise.resolve();
  server.on('data', (chunk) => {
    if (mode === 'encrypted') return void client.write(chunk);
    for (const line of readReply(chunk)) passed = passed.then(() => passReply(line));
  });

  async function passReply(line: string): Promise<void> {
    if (isSilent) return;
    const isLast = !/^\d{3}-/.test(line);
    const reply = awaited[0];
    if (isLast) awaited.shift();
    let text = line;
    if (fault && reply === fault.at && isLast) {
      const { action } = fault;
      if (action === 'cut' || action === 'hang') return stop(action);
      if ('delayMs' in action) await delay(action.delayMs);
      else text = action.line;
    }
    if (text.startsWith('354')) mode = 'message';
    if (reply === 'starttls' && text.startsWith('220')) mode = 'encrypted';
    client.write(`${text}\r\n`, () => {
      if (fault?.at === 'answered' && reply === 'message' && fault.action !== 'hang')
        client.resetAndDestroy();
    });
  }
}

/** Whole lines out of what arrives. */
function splitLines(): (chunk: Buffer) => string[] {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    return lines;
  };
}
