import { securityPolicy } from './security-headers.ts';

/** What an embed token or an embed session allows. A service adds its own fields. */
export interface EmbedIdentity {
  /** Id of the token. Turns are fair between tokens. */
  tokenId: string | number;
}

/** The secret of a request to an embedded page, as it was sent. */
export interface EmbedCredential {
  /** `token`: the parameter `et` of a page; `session`: the header `X-Embed-Session` of a data call. */
  kind: 'token' | 'session';
  secret: string;
}

/** How a service recognises the callers of its operations with `x-access: { embed: true }`. */
export interface EmbedAccess {
  /** Returns null for an unknown, expired or revoked secret. Called for each request. */
  identify(credential: EmbedCredential): Promise<EmbedIdentity | null>;
  /**
   * Bearer tokens that start with this are refused with 403 by every other operation: they open embedded pages only.
   * Without it they are unknown tokens like any other.
   */
  tokenPrefix?: string;
}

/** The identity of an operation with `x-access: { embed: true }`. @throws in any other operation */
export function embedOf<Identity extends EmbedIdentity>({
  embed,
}: {
  embed: EmbedIdentity | null;
}): Identity {
  if (!embed) throw new Error('Only operations with "x-access: { embed: true }" have an embed identity.');
  return embed as Identity;
}

const ORIGIN = /^https?:\/\/[a-z0-9.[\]:-]+$/;

/**
 * Headers of a page that sites with these origins may show in a frame: exact origins such as `https://maps.example.org`, and
 * `'self'`. An empty list allows no site. The address may hold a token, so it is neither stored nor sent to others.
 * @throws when an entry is not an origin
 */
export function embeddedPageHeaders(frameAncestors: readonly string[]): Record<string, string> {
  for (const entry of frameAncestors) {
    if (entry !== "'self'" && !ORIGIN.test(entry)) throw new Error(`"${entry}" is not an origin.`);
  }
  return {
    'Content-Security-Policy': securityPolicy(frameAncestors.join(' ') || "'none'"),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
}
