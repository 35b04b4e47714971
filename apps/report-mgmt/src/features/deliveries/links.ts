import { createHash, randomBytes } from 'node:crypto';
import type { NewLink } from './types.ts';

/** How long a link works, unless its document is removed before. */
export const LINK_MS = 7 * 86_400_000;

/** A link with 256 bits that cannot be guessed. Only its hash is stored, so each attempt has a new one. */
export function createLink(
  address: string,
  { now, outputExpiresAt }: { now: Date; outputExpiresAt: Date },
): {
  url: string;
  link: NewLink;
} {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Math.min(now.getTime() + LINK_MS, outputExpiresAt.getTime()));
  return { url: `${address}/output.php?token=${token}`, link: { sha256: hashToken(token), expiresAt } };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
