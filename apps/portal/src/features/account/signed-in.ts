import { unauthorized } from '@cairn/service';
import type { Actor } from '@cairn/service';

/** The caller's user id, on operations that only signed-in users reach. */
export function signedInId(actor: Actor): number {
  if (actor.id === null) throw notSignedIn();
  return actor.id;
}

/** With what the caller is signed in, on the same operations. */
export function credentialOf({ via, credentialId }: Actor): { kind: 'session' | 'token'; id: number } {
  if ((via !== 'session' && via !== 'token') || credentialId === null) throw notSignedIn();
  return { kind: via, id: Number(credentialId) };
}

export function notSignedIn() {
  return unauthorized('portal.not_signed_in', 'You are not signed in; sign in and try again.');
}
