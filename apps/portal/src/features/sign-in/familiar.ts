import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** Whether the account has signed in from this address within the last 30 days. */
export async function isFamiliarAddress(
  db: Db,
  { username, ip }: { username: string; ip: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_events as e')
    .innerJoin('users as u', 'u.id', 'e.actor_id')
    .select('e.id')
    .where('e.event', '=', 'session.signed_in')
    .where('e.ip', '=', ip)
    .where(sql<boolean>`lower(u.username) = lower(${username})`)
    .where(sql<boolean>`e.at > now() - interval '30 days'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
