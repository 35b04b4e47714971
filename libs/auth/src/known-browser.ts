import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export const KNOWN_BROWSER_COOKIE = 'cairn_known_browser';
/** How long a browser is known to an account after the last sign-in. */
const KNOWN_BROWSER_SECONDS = 30 * 86_400;

/** Accounts per browser: enough for a shared computer and few enough for a small cookie. */
const MAX_ENTRIES = 10;
const ENTRY = /^([A-Za-z0-9_-]{12}):(\d{1,12}):([A-Za-z0-9_-]{43})$/;

interface Entry {
  id: string;
  /** Seconds since 1970. */
  expires: number;
  mac: string;
}

export interface KnownBrowsers {
  /** The id of this browser when the cookie proves an earlier sign-in of the user, else null. */
  recognize(cookie: string | undefined, userId: number): string | null;
  /** The cookie after a sign-in of the user; entries of other users stay. */
  remember(cookie: string | undefined, userId: number): string;
}

/**
 * Signed proofs, in a cookie, that the owner of an account has signed in with this browser. They do not identify a user:
 * they only exempt the browser from limits that other people could exhaust.
 */
export function createKnownBrowsers({
  serviceSecret,
  accounts,
}: {
  serviceSecret: string;
  /** Whose accounts, for a service with ids of its own: a proof for an account of another service proves nothing here. */
  accounts?: string;
}): KnownBrowsers {
  const purpose = accounts === undefined ? 'cairn known browser' : `cairn known browser of ${accounts}`;
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', purpose, 32));

  const macOf = (userId: number, { id, expires }: Pick<Entry, 'id' | 'expires'>) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, id, expires]))
      .digest('base64url');

  function proves(entry: Entry, userId: number): boolean {
    return timingSafeEqual(Buffer.from(entry.mac), Buffer.from(macOf(userId, entry)));
  }

  return {
    recognize: (cookie, userId) => entriesOf(cookie).find((entry) => proves(entry, userId))?.id ?? null,
    remember(cookie, userId) {
      const others = entriesOf(cookie).filter((entry) => !proves(entry, userId));
      const id = randomBytes(9).toString('base64url');
      const expires = Math.floor(Date.now() / 1000) + KNOWN_BROWSER_SECONDS;
      const entries = [{ id, expires, mac: macOf(userId, { id, expires }) }, ...others];
      return entries
        .slice(0, MAX_ENTRIES)
        .map((entry) => `${entry.id}:${entry.expires}:${entry.mac}`)
        .join('.');
    },
  };
}

/** The Set-Cookie header of a known browser. `path` is that of the sign-in form, to which alone it is sent. */
export function knownBrowserCookie(value: string, { origin, path }: { origin: string; path: string }) {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${KNOWN_BROWSER_COOKIE}=${value}; Path=${path}; Max-Age=${KNOWN_BROWSER_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

function entriesOf(cookie = ''): Entry[] {
  return cookie
    .split('.', MAX_ENTRIES)
    .flatMap((text) => {
      const [, id = '', expires = '', mac = ''] = ENTRY.exec(text) ?? [];
      return id === '' ? [] : [{ id, expires: Number(expires), mac }];
    })
    .filter(({ expires }) => expires > Date.now() / 1000);
}
