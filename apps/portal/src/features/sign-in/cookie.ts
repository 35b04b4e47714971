import { SESSION_COOKIE } from '@cairn/auth';

interface SessionCookie {
  value: string;
  /** Seconds; 0 makes the browser forget the cookie. */
  maxAge: number;
  /** Public origin of the portal; over https the cookie never travels in the clear. */
  origin: string;
}

/** The Set-Cookie header of a session. Its path is the whole origin, for the other services live beside the portal. */
export function sessionCookie({ value, maxAge, origin }: SessionCookie): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
