import { sql } from 'kysely';
import type { DatabasePlace, ExpressStep } from '../../db/express-tables.ts';
import type { Db } from '../../db/schema.ts';
import type { ExpressSetup, StepRow } from './types.ts';

type SetupKey = Pick<ExpressSetup, 'url' | 'username' | 'providerProject'>;

export function findSetup(db: Db, key: SetupKey): Promise<ExpressSetup | undefined> {
  return selectSetups(db)
    .where('url', '=', key.url)
    .where('username', '=', key.username)
    .where('provider_project', '=', key.providerProject)
    .executeTakeFirst();
}

export function findSetupById(db: Db, id: number): Promise<ExpressSetup | undefined> {
  return selectSetups(db).where('id', '=', id).executeTakeFirst();
}

/** Those that have not come to their end, the newest first. */
export function listUnfinished(db: Db): Promise<ExpressSetup[]> {
  return selectSetups(db)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM express_steps AS s
        WHERE s.setup_id = express_setups.id AND s.step = 'start' AND s.done_at IS NOT NULL)`,
    )
    .orderBy('id', 'desc')
    .execute();
}

export async function insertSetup(
  db: Db,
  setup: SetupKey & Pick<ExpressSetup, 'name' | 'geopackage'>,
): Promise<ExpressSetup> {
  const { providerProject: provider_project, ...columns } = setup;
  const { id } = await db
    .insertInto('express_setups')
    .values({ ...columns, provider_project })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await findSetupById(db, id))!;
}

export async function deleteSetup(db: Db, id: number): Promise<void> {
  await db.deleteFrom('express_setups').where('id', '=', id).execute();
}

export async function readSteps(db: Db, setupId: number): Promise<Map<ExpressStep, StepRow>> {
  const rows = await db
    .selectFrom('express_steps')
    .select(['step', 'made', 'place', 'object_id as objectId', 'done_at as doneAt'])
    .where('setup_id', '=', setupId)
    .execute();
  return new Map(rows.map((row) => [row.step, row]));
}

/** Before anything is made; a step that was begun stays as it is. */
export async function beginStep(
  db: Db,
  setupId: number,
  { step, made, place = null }: { step: ExpressStep; made: boolean; place?: DatabasePlace | null },
): Promise<void> {
  await db
    .insertInto('express_steps')
    .values({ setup_id: setupId, step, made, place: place && JSON.stringify(place) })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function endStep(
  db: Db,
  setupId: number,
  step: ExpressStep,
  objectId: number | null,
): Promise<void> {
  await db
    .updateTable('express_steps')
    .set({ object_id: objectId, done_at: new Date() })
    .where('setup_id', '=', setupId)
    .where('step', '=', step)
    .execute();
}

/** They are taken again, as what they had made is gone; what is recorded of what they made stays. */
export async function reopenSteps(db: Db, setupId: number, steps: readonly ExpressStep[]): Promise<void> {
  await db
    .updateTable('express_steps')
    .set({ done_at: null })
    .where('setup_id', '=', setupId)
    .where('step', 'in', steps)
    .execute();
}

export async function deleteStep(db: Db, setupId: number, step: ExpressStep): Promise<void> {
  await db.deleteFrom('express_steps').where('setup_id', '=', setupId).where('step', '=', step).execute();
}

/** The oldest server with an address and a user. */
export async function findServerAt(
  db: Db,
  { url, username }: { url: string; username: string },
): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('servers')
    .select(['id', 'name'])
    .where('url', '=', url)
    .where('username', '=', username)
    .orderBy('id')
    .executeTakeFirst();
}

/** Of what an administrator may change or delete. */
export type KeptTable = 'servers' | 'database_links' | 'projects';

export async function findByName(db: Db, table: KeptTable, name: string): Promise<number | null> {
  const row = await db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

export async function isThere(db: Db, table: KeptTable, id: number): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

function selectSetups(db: Db) {
  return db
    .selectFrom('express_setups')
    .select(['id', 'uuid', 'name', 'url', 'username', 'provider_project as providerProject', 'geopackage']);
}
