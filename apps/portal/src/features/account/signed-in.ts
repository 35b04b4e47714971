import { unauthorized } from '@cairn/service';
import type { Actor } from '@cairn/service';

/** The caller's user id, on operations that only signed-in users reach. */
export function signedInId(actor: Actor): number {
  if (actor.id === null)
    throw unauthorized('portal.not_signed_in', 'You are not signed in; sign in and try again.');
  return actor.id;
}
