import { SESSION_COOKIE } from './credentials.ts';

interface SessionCookie {
  /** The platform's unless a service has sessions of its own. */
  name?: string;
  value: string;
  /** Seconds; 0 deletes the cookie. */
  maxAge: number;
  /** Public origin; with https the cookie is `Secure`. */
  origin: string;
  /** All services of the origin unless said otherwise. */
  path?: string;
}

/** The Set-Cookie header of a session. */
export function sessionCookie({
  name = SESSION_COOKIE,
  value,
  maxAge,
  origin,
  path = '/',
}: SessionCookie): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
