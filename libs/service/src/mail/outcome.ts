import type { NodemailerError } from 'nodemailer';
import type { SmtpServer } from './smtp-url.ts';

/**
 * How far an attempt came: `envelope` is the sender (MAIL), `recipient` a refused RCPT, `data` the message, and `answer` the wait for
 * the answer after its last byte.
 */
export type SendStage = 'connect' | 'login' | 'envelope' | 'recipient' | 'data' | 'answer';

export type SendOutcome =
  | { state: 'sent'; reply: string }
  /** The server said no for good. */
  | { state: 'rejected'; code: number; stage: SendStage; reply: string }
  /** The message was certainly not accepted; another attempt may succeed. */
  | { state: 'retry'; code?: number; stage: SendStage; reply: string }
  /** Everything was handed over and no answer came: a further attempt may deliver the message twice. */
  | { state: 'unknown'; reply: string }
  /** Above the limit of the server, where it names one, or of `maxBytes`. */
  | { state: 'too_large'; limit: number | null; reply: string };

export interface SendProgress {
  stage: SendStage;
  isHandedOver: boolean;
  /** SIZE of the server. */
  sizeLimit: number | null;
}

const MAX_REPLY_LENGTH = 500;
/** Where a server can know the size of the message. */
const SIZE_STAGES: SendStage[] = ['envelope', 'data', 'answer'];

/**
 * Whether the server refused the address itself, which counts against it; a refused login, sender or content does not.
 * Enhanced codes: RFC 3463, x.1.y is the address, x.7.y a policy.
 */
export function isHardBounce(outcome: SendOutcome): boolean {
  if (outcome.state !== 'rejected') return false;
  if (outcome.stage === 'recipient') return !/^\d{3}[ -]5\.7\./.test(outcome.reply);
  return outcome.stage === 'answer' && /^\d{3}[ -]5\.1\./.test(outcome.reply);
}

/** @throws the error itself when it is that of the message's own stream */
export function readOutcome(error: NodemailerError, progress: SendProgress, server: SmtpServer): SendOutcome {
  if (error.code === 'ESTREAM') throw error;
  const { response = '', responseCode: code } = error;
  const stage = stageOf(error, progress);
  // Whatever the server answers to STARTTLS, it says nothing about the message.
  if (isTlsFailure(error)) return { state: 'retry', stage, reply: tlsSentence(error, server) };
  if (code && SIZE_STAGES.includes(stage) && isTooLarge(response))
    return { state: 'too_large', limit: progress.sizeLimit, reply: response };
  if (code && code >= 500) return { state: 'rejected', code, stage, reply: response };
  if (code && code >= 400) return { state: 'retry', code, stage, reply: response };
  const reply = response || connectionSentence(error, stage, server);
  return progress.isHandedOver ? { state: 'unknown', reply } : { state: 'retry', stage, reply };
}

/** Shortens a reply for a row, without control characters and without the password in any form in which a server could repeat it. */
export function createRedactor(login: SmtpServer['login']): (reply: string) => string {
  const secrets = login
    ? [
        login.password,
        encodeURIComponent(login.password),
        toBase64(login.password),
        toBase64(`\0${login.user}\0${login.password}`),
      ]
    : [];
  return (reply) => {
    const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), reply);
    return hidden
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_REPLY_LENGTH)
      .toWellFormed();
  };
}

function stageOf({ command, code }: NodemailerError, progress: SendProgress): SendStage {
  if (command === 'RCPT TO') return 'recipient';
  // nodemailer names the same command for a refused DATA and a refused message.
  if (command === 'DATA' && code === 'EENVELOPE') return 'data';
  return progress.stage;
}

/** 552 alone is the size; with an enhanced code it may also be a full mailbox (5.2.2). */
function isTooLarge(response: string): boolean {
  return /^5\d\d[ -]5\.(3\.4|2\.3)\b/.test(response) || /^552[ -](?!5\.\d)/.test(response);
}

function isTlsFailure({ code, command, message, originalCode }: NodemailerError): boolean {
  if (code === 'ETLS' || (command === 'EHLO' && message.includes('STARTTLS'))) return true;
  return code === 'ESOCKET' && /CERT|ISSUER|SIGNATURE|^ERR_(TLS|SSL)|^EPROTO$/.test(originalCode ?? '');
}

function tlsSentence({ response, message }: NodemailerError, { host, port }: SmtpServer): string {
  if (response)
    return `The mail server ${host}:${port} does not offer TLS, which SMTP_URL demands: ${response}`;
  const [reason = ''] = message.replace(/^Error initiating TLS - /, '').split(';');
  return `TLS with the mail server ${host}:${port} failed: ${reason}`;
}

function connectionSentence(error: NodemailerError, stage: SendStage, { host, port }: SmtpServer): string {
  const place = `The mail server ${host}:${port}`;
  if (error.code === 'EDNS') return `${place} has no address. Check its name in SMTP_URL.`;
  if (error.code === 'EAUTH') return `${place} offers no login that SMTP_URL could use.`;
  if (error.originalCode === 'ECONNREFUSED') return `${place} refused the connection.`;
  if (error.code === 'ESTOPPED') return `The worker stopped${WHEN[stage]}.`;
  if (error.code === 'ETIMEDOUT') return `${place} did not answer in time${WHEN[stage]}.`;
  return `${place} closed the connection${WHEN[stage]}.`;
}

const WHEN: Record<SendStage, string> = {
  connect: '',
  login: ' during the login',
  envelope: ' before the message',
  recipient: ' before the message',
  data: ' in the middle of the message',
  answer: ' after the whole message, without saying whether it accepted it',
};

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
