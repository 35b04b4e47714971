import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { openMailRelay } from './mail-relay.ts';
import type { RelayFault } from './mail-relay.ts';

export interface TestMail {
  /** As the commands MAIL and RCPT named them. */
  envelope: { from: string; to: string[] };
  /** By lower-case name. */
  headers: Map<string, unknown>;
  subject: string;
  text: string;
  html: string;
  attachments: { fileName: string; type: string; content: Buffer }[];
  /** The message as it arrived. */
  raw: string;
}

/** A reply that refuses; `recipient` is the only one that is refused at `rcpt`. */
export interface Refusal {
  at: 'greeting' | 'mail' | 'rcpt' | 'message';
  code: number;
  text?: string;
  recipient?: string;
}

export type MailFault = Refusal | RelayFault;

export interface TestMailServerOptions {
  /** Bytes that it takes, announced with SIZE. */
  maxBytes?: number;
  /** Offers STARTTLS with this certificate, or is encrypted from the first byte. */
  tls?: { key: Buffer; cert: Buffer; implicit?: boolean };
  /** Demands this login; a wrong one is answered with 535 and, as some servers do, with what was sent. */
  login?: { user: string; password: string };
}

export interface TestMailServer {
  port: number;
  /** Without a login. */
  url: string;
  /** What it accepted, in the order of arrival. */
  messages: TestMail[];
  /** Connections so far. */
  connections(): number;
  /** What goes wrong on connections from now on; null: nothing. */
  setFault(fault: MailFault | null): void;
  close(): Promise<void>;
}

/** A real SMTP server on this machine that keeps what it gets and fails where a test wants it. */
export async function startTestMailServer(options: TestMailServerOptions = {}): Promise<TestMailServer> {
  const { maxBytes, tls, login } = options;
  const messages: TestMail[] = [];
  let fault: MailFault | null = null;
  let connections = 0;

  function refusal(at: Refusal['at'], recipient?: string): Error | null {
    if (!fault || 'action' in fault || fault.at !== at) return null;
    if (fault.recipient !== undefined && fault.recipient !== recipient) return null;
    return Object.assign(new Error(fault.text ?? 'refused by the test'), { responseCode: fault.code });
  }

  const server = new SMTPServer({
    ...(tls
      ? { key: tls.key, cert: tls.cert, secure: tls.implicit ?? false }
      : { disabledCommands: ['STARTTLS'] }),
    ...(maxBytes === undefined ? {} : { size: maxBytes }),
    // Refusals are sent as tests write them.
    hideENHANCEDSTATUSCODES: true,
    authOptional: login === undefined,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onConnect(_session, done) {
      connections += 1;
      done(refusal('greeting'));
    },
    onAuth({ username, password }, _session, done) {
      if (login && username === login.user && password === login.password)
        return done(null, { user: username });
      const sent = Buffer.from(`\0${username}\0${password}`).toString('base64');
      done(Object.assign(new Error(`wrong login ${sent} ${password}`), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, done) => done(refusal('mail')),
    onRcptTo: ({ address }, _session, done) => done(refusal('rcpt', address)),
    onData(stream, { envelope }, done) {
      void stream.toArray().then(
        async (chunks: Buffer[]) => {
          const error = refusal('message');
          if (error || stream.sizeExceeded) return done(error);
          const to = envelope.rcptTo.map(({ address }) => address);
          messages.push(
            await readMail(Buffer.concat(chunks), {
              from: envelope.mailFrom ? envelope.mailFrom.address : '',
              to,
            }),
          );
          done();
          // A connection that ends within the message fails its stream.
        },
        () => undefined,
      );
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const relay = await openMailRelay({
    serverPort: (server.server.address() as AddressInfo).port,
    isEncrypted: tls?.implicit ?? false,
    getFault: () => (fault && 'action' in fault ? fault : null),
  });
  return {
    port: relay.port,
    url: `${tls?.implicit ? 'smtps' : 'smtp'}://127.0.0.1:${relay.port}`,
    messages,
    connections: () => connections,
    setFault: (next) => void (fault = next),
    async close() {
      await relay.close();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
}

async function readMail(bytes: Buffer, envelope: TestMail['envelope']): Promise<TestMail> {
  const mail: ParsedMail = await simpleParser(bytes, { skipImageLinks: true, skipTextToHtml: true });
  return {
    envelope,
    headers: mail.headers,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      fileName: filename ?? '',
      type: contentType,
      content,
    })),
    raw: bytes.toString('latin1'),
  };
}
