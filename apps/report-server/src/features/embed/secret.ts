import { createHash, randomBytes } from 'node:crypto';

/** Tokens start with this, so that other routes can refuse them as bearer tokens. */
export const TOKEN_PREFIX = 'emb_';
const SESSION_PREFIX = 'ems_';

/** 256 bits in 43 characters of base64url. */
export function mintTokenSecret(): string {
  return TOKEN_PREFIX + randomBytes(32).toString('base64url');
}

export function mintSessionSecret(): string {
  return SESSION_PREFIX + randomBytes(32).toString('base64url');
}

/** What is stored of a secret: SHA-256 in hex. Secrets of 256 bits need no salt. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
