import { unauthorized } from '@cairn/service';
import type { Actor } from '@cairn/service';

/** The caller's user id, for operations of signed-in users. */
export function signedInId(actor: Actor): number {
  if (actor.id === null) throw notSignedIn();
  return actor.id;
}

/** The caller's session, for operations that require one. */
export function signedInSession({ via, credentialId }: Actor): number {
  if (via !== 'session' || credentialId === null) throw notSignedIn();
  return Number(credentialId);
}

export function notSignedIn() {
  return unauthorized('portal.not_signed_in', 'You are not signed in. Sign in and try again.');
}
