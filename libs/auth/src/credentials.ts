import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Name of the browser's session cookie. */
export const SESSION_COOKIE = 'platform_session';
/** Every personal access token starts with this, so that scanners find leaked ones. */
export const TOKEN_PREFIX = 'cairn_pat_';
/** Every service token starts with this. */
export const SERVICE_TOKEN_PREFIX = 'cairn_svc_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
/** What follows the prefix: random characters and their checksum. */
const TOKEN_PATTERN = /^([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;
/** 256 bits in base64url without padding. */
const SESSION_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const BEARER_PATTERN = /^Bearer +([^\s]+) *$/i;

export interface MintedToken {
  /** The full token; shown once, never stored. */
  secret: string;
  /** Lowercase hex SHA-256 of the secret: all that is stored. */
  hash: string;
  /** The fixed prefix and the first characters, to recognise a token by. */
  prefix: string;
}

/**
 * A personal access token: `cairn_pat_`, 40 random base62 characters (238 bits), and the CRC32 of these as 6 base62
 * characters (the format of GitHub's tokens, so that a mistyped token is refused without a look-up). Other kinds of tokens have
 * another prefix.
 */
export function mintToken(prefix = TOKEN_PREFIX): MintedToken {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  const secret = `${prefix}${random}${checksum(random)}`;
  return { secret, hash: hashCredential(secret), prefix: secret.slice(0, prefix.length + 4) };
}

/** Whether a text has the form and the checksum of a personal access token, or of a token with another prefix, valid or not. */
export function isWellFormedToken(text: string, prefix = TOKEN_PREFIX): boolean {
  const match = text.startsWith(prefix) ? TOKEN_PATTERN.exec(text.slice(prefix.length)) : null;
  return match !== null && checksum(match[1] ?? '') === match[2];
}

/** A session secret of 256 random bits in base64url: the value of the session cookie. */
export function mintSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a cookie's value has the form of a session secret. */
export function isWellFormedSession(text: string): boolean {
  return SESSION_PATTERN.test(text);
}

/** Lowercase hex SHA-256. Enough for secrets of 128 random bits and more; never for passwords. */
export function hashCredential(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The credential of an `Authorization: Bearer …` header; null for no header and for other schemes. */
export function parseBearer(header: string | undefined): string | null {
  if (!header) return null;
  return BEARER_PATTERN.exec(header)?.[1] ?? null;
}

/**
 * The well-formed values of a session cookie in a Cookie header, each once. A sibling host can set others for the whole
 * domain, which come before or after the real one. All are read, so that they cannot hide it; the limit for the headers of a
 * request (16 KiB in Node) allows about 260.
 */
export function readSessions(header: string | undefined, name = SESSION_COOKIE): string[] {
  const values = new Set<string>();
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue;
    const value = part.slice(equals + 1).trim();
    if (isWellFormedSession(value)) values.add(value);
  }
  return [...values];
}

/**
 * The credential of a request that services of the platform use, as headers to forward: a personal access token, else the
 * session. Other cookies, a proxy's password and service tokens are not forwarded, nor is a cookie beside a bearer token:
 * two services could otherwise identify different users.
 */
export function forwardableCredential(headers: {
  authorization?: string | undefined;
  cookie?: string | undefined;
}): Record<string, string> {
  const bearer = parseBearer(headers.authorization);
  if (bearer !== null) return isWellFormedToken(bearer) ? { authorization: `Bearer ${bearer}` } : {};
  const sessions = readSessions(headers.cookie);
  if (sessions.length === 0) return {};
  return { cookie: sessions.map((session) => `${SESSION_COOKIE}=${session}`).join('; ') };
}

function checksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
