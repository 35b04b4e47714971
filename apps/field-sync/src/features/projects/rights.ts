import type { Actor } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { personOf } from '../sign-in/person.ts';
import { notYourProject } from './errors.ts';
import { findReadableIds } from './repo.ts';

/** What a person may do with a project that they may read. */
export interface ProjectRights {
  /** Start and stop its service. */
  mayControl: boolean;
  /** Change its settings, decide what waits for a person, and remove what is kept. */
  mayChange: boolean;
}

/** Administrators may do everything. Those that a project names as its own control its service. */
export function rightsOn({ syncAdmins }: { syncAdmins: string[] }, actor: Actor): ProjectRights {
  return { mayChange: actor.isAdmin, mayControl: actor.isAdmin || isNamed(syncAdmins, actor) };
}

/** Ids of the projects that a person owns, reads through a group, or is named by; null for administrators, because they read all. */
export async function readableIds(db: Db, actor: Actor): Promise<number[] | null> {
  if (actor.isAdmin) return null;
  return findReadableIds(db, { userId: personOf(actor).userId, email: actor.email ?? null });
}

/** @throws {AppError} forbidden */
export async function requireReadable(db: Db, actor: Actor, id: number): Promise<void> {
  const ids = await readableIds(db, actor);
  if (ids !== null && !ids.includes(id)) throw notYourProject();
}

function isNamed(syncAdmins: string[], actor: Actor): boolean {
  const { userId } = personOf(actor);
  const address = actor.email?.toLowerCase();
  return syncAdmins.some(
    (each) => (userId !== null && each === String(userId)) || each.toLowerCase() === address,
  );
}
