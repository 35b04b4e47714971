import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export interface ControlledProject {
  id: number;
  name: string;
  started: boolean;
  projectRef: string;
  geopackage: string;
  schema: string;
}

export function lockProject(trx: Db, id: number): Promise<ControlledProject | undefined> {
  return trx
    .selectFrom('projects')
    .select(['id', 'name', 'started', 'project_id as projectRef', 'geopackage', 'schema'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setEnabled(trx: Db, id: number, enabled: boolean): Promise<void> {
  await trx.updateTable('projects').set({ enabled }).where('id', '=', id).execute();
}

/** Due at once, whatever failed before; a plan that waits for a decision still waits, and one that was dismissed is made again. */
export async function setStarted(trx: Db, id: number): Promise<void> {
  await sql`
    UPDATE projects p SET started = true, due_at = now(), failures = 0, retry_at = NULL, problem = NULL,
           started_at = CASE WHEN started THEN started_at ELSE now() END,
           cpu_seconds = CASE WHEN started THEN cpu_seconds ELSE 0 END,
           paused_code = CASE WHEN waits.plan THEN paused_code END,
           paused_reason = CASE WHEN waits.plan THEN paused_reason END
      FROM (SELECT EXISTS (SELECT FROM plans WHERE project_id = ${id} AND status = 'open') AS plan) waits
     WHERE p.id = ${id}`.execute(trx);
  await trx
    .updateTable('plans')
    .set({ status: 'superseded' })
    .where('project_id', '=', id)
    .where('status', '=', 'dismissed')
    .execute();
  await sql`
    UPDATE servers SET retry_at = NULL FROM projects p WHERE p.id = ${id} AND servers.id = p.server_id
       AND servers.retry_at IS NOT NULL`.execute(trx);
}

export async function setStopped(trx: Db, id: number): Promise<void> {
  await trx.updateTable('projects').set({ started: false }).where('id', '=', id).execute();
}
