import { conflict } from '@cairn/service';
import type pg from 'pg';

/**
 * Event triggers are made by superusers, but the function that one calls may belong to anybody, and would run with the rights of
 * the session that creates a table or grants something. AppError `conflict` when there is one that is not a superuser's.
 */
export async function refuseEventTriggers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ trigger: string; owner: string }>(
    `SELECT e.evtname AS trigger, o.rolname AS owner
       FROM pg_event_trigger e JOIN pg_proc p ON p.oid = e.evtfoid JOIN pg_roles o ON o.oid = p.proowner
      WHERE e.evtenabled <> 'D' AND o.rolname <> current_user AND NOT EXISTS (
        SELECT FROM pg_roles s WHERE s.rolsuper AND pg_has_role(o.oid, s.oid, 'MEMBER'))
      ORDER BY 1 LIMIT 1`,
  );
  const [found] = rows;
  if (!found) return;
  throw conflict(
    'dbadmin.event_trigger',
    `The event trigger "${found.trigger}" would run a function of "${found.owner}" with the administrator's rights. Make a superuser its owner or disable the trigger, then try again.`,
  );
}
