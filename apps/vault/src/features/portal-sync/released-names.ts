import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';

/** A name that a dataset gave up; the portal does not know yet. */
export interface ReleasedName {
  name: string;
  /** What the dataset is called now; null when it was deleted. */
  renamedTo: string | null;
}

/** Longer than the portal may take to answer all that one attempt asks of it. */
const ATTEMPT = sql`interval '30 seconds'`;

/** In the transaction that gives the name up. */
export async function releaseName(trx: Db, { name, renamedTo }: ReleasedName): Promise<void> {
  await trx.insertInto('released_names').values({ name, renamed_to: renamedTo }).execute();
}

/**
 * In the transaction that takes a name, after it took it: permissions of the dataset that had it may still hang on it at
 * the portal. AppError `conflict`.
 */
export async function refuseReleasedName(db: Db, name: string): Promise<void> {
  const row = await db
    .selectFrom('released_names')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) return;
  throw conflict(
    'vault.name_released',
    `The name "${name}" was just given up by another dataset; try again in a minute, or choose another name.`,
  );
}

/** A dataset whose last renaming the portal does not know yet cannot change its name again, nor go. AppError `conflict`. */
export async function refuseUntoldRenaming(trx: Db, name: string): Promise<void> {
  const row = await trx
    .selectFrom('released_names')
    .select('name')
    .where('renamed_to', '=', name)
    .executeTakeFirst();
  if (!row) return;
  throw conflict(
    'vault.renaming_untold',
    `The dataset "${name}" was just renamed, and the portal has not been told yet; try again in a minute.`,
  );
}

export async function isNameReleased(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('released_names')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The name, for one caller at a time: an attempt that was late could undo what came after it. Null when it was told
 * already or somebody else is at it.
 */
export async function claimReleasedName(db: Db, name: string): Promise<ReleasedName | null> {
  const row = await db
    .updateTable('released_names')
    .set({ attempted_at: sql<Date>`now()` })
    .where('name', '=', name)
    .where((eb) =>
      eb.or([
        eb('attempted_at', 'is', null),
        eb('attempted_at', '<', sql<Date>`now() - ${ATTEMPT}`),
        // From before the clock stepped back.
        eb('attempted_at', '>', sql<Date>`now() + ${ATTEMPT}`),
      ]),
    )
    .returning(['name', 'renamed_to'])
    .executeTakeFirst();
  return row ? { name: row.name, renamedTo: row.renamed_to } : null;
}

/** The portal knows: the name may be taken again. */
export async function freeName(db: Db, name: string): Promise<void> {
  await db.deleteFrom('released_names').where('name', '=', name).execute();
}
