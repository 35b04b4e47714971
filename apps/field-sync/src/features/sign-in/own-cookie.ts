import { sessionCookie } from '@cairn/auth';
import type { Call } from '@cairn/service';
import { MAX_SECONDS } from './types.ts';

/** The Set-Cookie header of a session of field-sync, which other services do not get; an empty value deletes the cookie. */
export function ownCookie(call: Call, { name, value }: { name: string; value: string }): string {
  const path = call.basePath === '' ? '/' : call.basePath;
  return sessionCookie({ name, value, maxAge: value === '' ? 0 : MAX_SECONDS, origin: call.origin, path });
}
