import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SERVICE_TOKEN_PREFIX } from './credentials.ts';

/** Lifetime of a service token in seconds. */
const LIFE = 60;
/** Tolerated difference between the clocks of two machines, in seconds. */
const SKEW = 5;

interface Claims {
  /** Name of the calling service. */
  iss: string;
  /** Name of the service that is called. */
  aud: string;
  /** Unix seconds. */
  exp: number;
}

export interface SignRequest {
  /** The calling service. */
  service: string;
  /** The called service; others refuse the token. */
  audience: string;
  secret: string;
  /** Unix milliseconds; default now. */
  now?: number;
}

export interface VerifyRequest {
  token: string;
  audience: string;
  secret: string;
  now?: number;
}

/** A token by which a service authenticates to another: claims and their HMAC-SHA256, valid for 60 s. */
export function signServiceToken({ service, audience, secret, now = Date.now() }: SignRequest): string {
  const claims: Claims = { iss: service, aud: audience, exp: Math.floor(now / 1000) + LIFE };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${SERVICE_TOKEN_PREFIX}${payload}.${signature(payload, secret).toString('base64url')}`;
}

/** The calling service, or null when the token is forged, expired, or meant for another service. */
export function verifyServiceToken({
  token,
  audience,
  secret,
  now = Date.now(),
}: VerifyRequest): { service: string } | null {
  if (!token.startsWith(SERVICE_TOKEN_PREFIX) || token.length > 1024) return null;
  const [payload, mac, ...rest] = token.slice(SERVICE_TOKEN_PREFIX.length).split('.');
  if (!payload || !mac || rest.length > 0) return null;
  const given = Buffer.from(mac, 'base64url');
  const expected = signature(payload, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = readClaims(payload);
  const seconds = now / 1000;
  if (!claims || claims.aud !== audience || claims.exp < seconds - SKEW || claims.exp > seconds + LIFE + SKEW)
    return null;
  return { service: claims.iss };
}

/** The secret has several purposes; each has its own derived key. */
const keys = new Map<string, Buffer>();

function signature(payload: string, secret: string): Buffer {
  let key = keys.get(secret);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', 'cairn service token v1', 32));
    keys.set(secret, key);
  }
  return createHmac('sha256', key).update(payload).digest();
}

function readClaims(payload: string): Claims | null {
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Partial<Claims>;
    const usable =
      typeof claims.iss === 'string' && typeof claims.aud === 'string' && typeof claims.exp === 'number';
    return usable ? (claims as Claims) : null;
  } catch {
    return null;
  }
}
