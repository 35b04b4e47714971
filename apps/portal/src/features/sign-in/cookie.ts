import { SESSION_COOKIE } from '@cairn/auth';

import { KNOWN_BROWSER_COOKIE, KNOWN_BROWSER_SECONDS } from './known-browser.ts';

interface SessionCookie {
  value: string;
  /** Seconds; 0 deletes the cookie. */
  maxAge: number;
  /** Public origin of the portal; with https the cookie is `Secure`. */
  origin: string;
}

/** The Set-Cookie header of a session, for all services of the origin. */
export function sessionCookie({ value, maxAge, origin }: SessionCookie): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The Set-Cookie header of a known browser, which is sent to the sign-in form only. */
export function knownBrowserCookie(
  value: string,
  { origin, basePath }: { origin: string; basePath: string },
) {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${KNOWN_BROWSER_COOKIE}=${value}; Path=${basePath}/login; Max-Age=${KNOWN_BROWSER_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
