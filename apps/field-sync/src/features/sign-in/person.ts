import type { Actor } from '@cairn/service';

/** What field-sync knows of a caller in addition to the actor. */
export interface Person {
  /** Id of the account here; null for people of the platform, and for people of an identity provider without an account. */
  userId: number | null;
  /** Whether they may make and change administrators: the first administrator, and every administrator of the platform. */
  isSuperAdmin: boolean;
  /** Who said who they are. */
  source: 'central' | 'local' | 'oidc';
}

/** On the actor, so that copies of it keep it. */
const PERSON = Symbol('person of field-sync');
const NOBODY: Person = { userId: null, isSuperAdmin: false, source: 'local' };

export function withPerson(actor: Actor, person: Person): Actor {
  return { ...actor, [PERSON]: person } as Actor;
}

export function personOf(actor: Actor): Person {
  return (actor as { [PERSON]?: Person })[PERSON] ?? NOBODY;
}
