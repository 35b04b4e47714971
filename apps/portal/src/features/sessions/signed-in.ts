import { unauthorized } from '@cairn/service';
import type { Actor } from '@cairn/service';

/** The caller's user id, on operations that only signed-in users reach. */
export function signedInId(actor: Actor): number {
  if (actor.id === null) throw notSignedIn();
  return actor.id;
}

/** The caller's session, on operations that are reached with a session only. */
export function signedInSession({ via, credentialId }: Actor): number {
  if (via !== 'session' || credentialId === null) throw notSignedIn();
  return Number(credentialId);
}

export function notSignedIn() {
  return unauthorized('portal.not_signed_in', 'You are not signed in; sign in and try again.');
}
