import { ConfigError } from '../config.ts';
import { readAddress } from './addresses.ts';
import type { MailRecipient } from './types.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps), by STARTTLS or not at all; optional: where the server offers STARTTLS. */
  tls: 'implicit' | 'required' | 'optional' | 'none';
  /** Name of this machine in EHLO; by default its host name. */
  name?: string;
  login?: { user: string; password: string };
}

const EXAMPLE = 'smtp://user:password@mail.example.org:587';
const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

/**
 * Reads SMTP_URL: `smtp://[user:password@]host[:port][?tls=required|optional|none&name=reports.example.org]`, or `smtps://…`.
 * @throws {ConfigError} with sentences that never contain the password
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !['smtp:', 'smtps:'].includes(url.protocol) ||
    !url.hostname ||
    !['', '/'].includes(url.pathname)
  ) {
    throw new ConfigError([`SMTP_URL must be an address such as ${EXAMPLE} or smtps://mail.example.org.`]);
  }
  for (const name of url.searchParams.keys()) {
    if (!['tls', 'name'].includes(name))
      throw new ConfigError(['SMTP_URL takes the settings "tls" and "name" only.']);
  }
  const login = readLogin(url);
  const tls = readTls(url, login !== undefined);
  const name = url.searchParams.get('name');
  if (name !== null && !HOST_NAME.test(name)) {
    throw new ConfigError([
      'The setting "name" of SMTP_URL must be a host name such as reports.example.org.',
    ]);
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || defaultPort(tls, login !== undefined),
    tls,
    ...(name === null ? {} : { name }),
    ...(login ? { login } : {}),
  };
}

/**
 * Reads MAIL_FROM or MAIL_BOUNCE: `reports@example.org` or `Reports <reports@example.org>`.
 * @throws {ConfigError} with a sentence that names the variable
 */
export function readMailbox(variable: string, text: string): MailRecipient {
  const [, name = '', address = text] = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>\s*$/u.exec(text) ?? [];
  try {
    return { name, address: readAddress(address) };
  } catch {
    throw new ConfigError([
      `${variable} must be an email address such as reports@example.org or Reports <reports@example.org>.`,
    ]);
  }
}

function readLogin(url: URL): SmtpServer['login'] {
  if (!url.username && !url.password) return undefined;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    if (user && password) return { user, password };
  } catch {
    // Reported below, without the text that could not be decoded.
  }
  throw new ConfigError([
    `SMTP_URL must have both a user and a password, or neither, with special characters in percent-encoding: ${EXAMPLE}.`,
  ]);
}

/** A password never goes over a connection that an attacker could keep unencrypted. */
function readTls({ protocol, searchParams }: URL, hasLogin: boolean): SmtpServer['tls'] {
  const tls = searchParams.get('tls');
  if (protocol === 'smtps:') {
    if (tls !== null)
      throw new ConfigError(['SMTP_URL with smtps:// always uses TLS. Leave out the setting "tls".']);
    return 'implicit';
  }
  if (tls === null) return hasLogin ? 'required' : 'optional';
  if (tls !== 'required' && tls !== 'optional' && tls !== 'none') {
    throw new ConfigError(['The setting "tls" of SMTP_URL must be required, optional or none.']);
  }
  if (hasLogin && tls !== 'required') {
    throw new ConfigError(['SMTP_URL has a password, so its setting "tls" must be required.']);
  }
  return tls;
}

function defaultPort(tls: SmtpServer['tls'], hasLogin: boolean): number {
  if (tls === 'implicit') return 465;
  return hasLogin ? 587 : 25;
}
