import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { NodemailerError } from 'nodemailer';
import type { Readable } from 'node:stream';
import { createRedactor, readOutcome } from './outcome.ts';
import { readSmtpUrl } from './smtp-url.ts';
import type { MailMessage } from './message.ts';
import type { SendOutcome, SendProgress } from './outcome.ts';
import type { SmtpServer } from './smtp-url.ts';
import type { MailRecipient } from './types.ts';

/** Waits before the second and later attempts; after the last one a delivery fails. */
export const RETRY_DELAYS_MINUTES = [1, 5, 15, 60] as const;

export interface MailTimeouts {
  /** Name lookup, TCP and, with smtps, TLS. */
  connectMs: number;
  greetingMs: number;
  /** From the first packet until the server takes the message: then another attempt is still harmless. */
  envelopeMs: number;
  /** Without a byte from the server. RFC 5321 4.5.3.2 allows it 10 minutes for the answer to a message. */
  idleMs: number;
  /** The whole attempt. */
  totalMs: number;
}

export interface MailerOptions {
  /** SMTP_URL; see `readSmtpUrl`. */
  url: string;
  from: MailRecipient;
  /** Envelope sender, which gets bounces; by default the address of `from`. */
  bounce?: string;
  /** Larger messages are not sent. */
  maxBytes: number;
  timeouts?: Partial<MailTimeouts>;
}

export interface Mailer {
  from: MailRecipient;
  maxBytes: number;
  /**
   * Makes one attempt to send a message to one person. Every answer and failure of the mail server is an outcome, and so is the end
   * of an attempt by `signal`.
   * @throws the error of the attachment's stream
   */
  send(
    message: MailMessage,
    recipient: Pick<MailRecipient, 'address'>,
    options?: { signal?: AbortSignal },
  ): Promise<SendOutcome>;
}

const DEFAULT_TIMEOUTS: MailTimeouts = {
  connectMs: 30_000,
  greetingMs: 30_000,
  envelopeMs: 120_000,
  idleMs: 600_000,
  totalMs: 900_000,
};

/** How long a server may take to say goodbye after an attempt. */
const CLOSE_MS = 1_000;

/** @throws {ConfigError} for an address that `readSmtpUrl` refuses */
export function createMailer({ url, from, bounce, maxBytes, timeouts = {} }: MailerOptions): Mailer {
  const server = readSmtpUrl(url);
  const redact = createRedactor(server.login);
  const waits = { ...DEFAULT_TIMEOUTS, ...timeouts };
  return {
    from,
    maxBytes,
    async send(message, { address: to }, { signal } = {}) {
      if (message.size > maxBytes) return tooLarge(message, maxBytes);
      const attempt: Attempt = { server, waits, message, from: bounce ?? from.address, to, signal };
      const outcome = await deliver(attempt);
      return { ...outcome, reply: redact(outcome.reply) };
    },
  };
}

interface Attempt {
  server: SmtpServer;
  waits: MailTimeouts;
  message: MailMessage;
  from: string;
  to: string;
  signal: AbortSignal | undefined;
}

async function deliver({ server, waits, message, from, to, signal }: Attempt): Promise<SendOutcome> {
  const progress: SendProgress = { stage: 'connect', isHandedOver: false, sizeLimit: null };
  const connection = openConnection(server, waits);
  const failure = watchFailure(connection);
  const deadline = setTimeout(() => failure.fail(timeout()), waits.totalMs);
  const begin = setTimeout(() => failure.fail(timeout()), waits.envelopeMs);
  const stop = () => failure.fail(signal?.reason?.name === 'TimeoutError' ? timeout() : stopped());
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  let source: Readable | null = null;
  try {
    await failure.during((done) => connection.connect(done));
    progress.sizeLimit = readSizeLimit(connection.lastServerResponse);
    if (progress.sizeLimit !== null && message.size > progress.sizeLimit) {
      return tooLarge(message, progress.sizeLimit);
    }
    progress.stage = 'login';
    const { login } = server;
    if (login) await failure.during((done) => connection.login(toAuth(login), done));
    progress.stage = 'envelope';
    const body = (source = followSource(message.open(), progress));
    body.once('resume', () => clearTimeout(begin));
    const envelope = { from, to: [to], size: message.size };
    const info = await failure.during<SMTPConnection.SentMessageInfo>((done) =>
      connection.send(envelope, body, done),
    );
    // A server that answers early has lost track; what it kept is not known.
    return { state: progress.isHandedOver ? 'sent' : 'unknown', reply: info.response };
  } catch (error) {
    return readOutcome(error as NodemailerError, progress, server);
  } finally {
    clearTimeout(deadline);
    clearTimeout(begin);
    signal?.removeEventListener('abort', stop);
    source?.destroy();
    if (progress.stage === 'answer') sayGoodbye(connection);
    else connection.close();
  }
}

function openConnection(server: SmtpServer, waits: MailTimeouts): SMTPConnection {
  return new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    requireTLS: server.tls === 'required',
    ignoreTLS: server.tls === 'none',
    connectionTimeout: waits.connectMs,
    greetingTimeout: waits.greetingMs,
    socketTimeout: waits.idleMs,
    socketCloseTimeout: CLOSE_MS,
    maxResponseSize: 64 * 1024,
    ...(server.name ? { name: server.name } : {}),
  });
}

interface Failure {
  /** Settles with the result of a step, or with the error that ends the connection before. */
  during<T>(step: (done: (error?: Error | null, result?: T) => void) => void): Promise<T>;
  fail(error: Error): void;
}

function watchFailure(connection: SMTPConnection): Failure {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  failed.catch(() => undefined);
  connection.on('error', fail);
  return {
    fail,
    during<T>(step: (done: (error?: Error | null, result?: T) => void) => void) {
      const result = new Promise<T>((resolve, reject) =>
        step((error, value) => (error ? reject(error) : resolve(value as T))),
      );
      return Promise.race([result, failed]);
    },
  };
}

/** Waits for the answer to QUIT in the background: what the message came to is known. */
function sayGoodbye(connection: SMTPConnection): void {
  const limit = setTimeout(() => connection.close(), CLOSE_MS);
  connection.once('end', () => clearTimeout(limit));
  connection.quit();
}

function toAuth({ user, password }: NonNullable<SmtpServer['login']>): SMTPConnection.AuthenticationType {
  return { user, pass: password };
}

/**
 * Notes how much of the message was handed over. Only after its end does nodemailer send the line that completes it, so until then
 * the server cannot have accepted it.
 */
function followSource(source: Readable, progress: SendProgress): Readable {
  source.once('resume', () => (progress.stage = 'data'));
  // Before nodemailer's own listener, which sends that line.
  source.once('end', () => Object.assign(progress, { stage: 'answer', isHandedOver: true }));
  // An error is reported by the attempt; one after its end concerns nobody.
  source.on('error', () => undefined);
  return source;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en');
}

function timeout(): Error {
  return Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
}

function stopped(): Error {
  return Object.assign(new Error('Stopped'), { code: 'ESTOPPED' });
}

function readSizeLimit(ehlo: string | false): number | null {
  const limit = Number(/^250[ -]SIZE[ \t]+(\d+)/im.exec(ehlo || '')?.[1] ?? 0);
  return limit > 0 ? limit : null;
}

function tooLarge(message: MailMessage, limit: number): SendOutcome {
  return {
    state: 'too_large',
    limit,
    reply: `The message has ${formatNumber(message.size)} bytes, and at most ${formatNumber(limit)} are allowed.`,
  };
}
