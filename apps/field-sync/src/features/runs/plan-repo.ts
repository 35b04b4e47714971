import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { PlanChoices, PlanItem } from '../synced-tables/types.ts';
import type { Plan } from './types.ts';

const PLAN = [
  'q.id',
  'q.project_id as projectId',
  'q.run_id as runId',
  'q.seq',
  'q.base_sha256 as baseSha256',
  'q.package_sha256 as packageSha256',
  'q.snapshot_id as snapshotId',
  's.version',
  'q.items',
  'q.choices',
  'q.status',
] as const;

const selectPlans = (db: Db) =>
  db.selectFrom('plans as q').innerJoin('snapshots as s', 's.id', 'q.snapshot_id').select(PLAN);

export async function lockPlan(trx: Db, id: number): Promise<Plan | undefined> {
  return (await selectPlans(trx).where('q.id', '=', id).forUpdate('q').executeTakeFirst()) as
    Plan | undefined;
}

/** The plan of a project that waits for a decision or for its run, or that was dismissed and nothing has come since. */
export async function findCurrentPlan(db: Db, projectId: number): Promise<Plan | undefined> {
  const plan = await selectPlans(db)
    .where('q.project_id', '=', projectId)
    .where('q.status', 'in', ['open', 'approved', 'dismissed'])
    .executeTakeFirst();
  return plan as Plan | undefined;
}

/** A newer plan takes the place of the one before. */
export async function insertPlan(
  trx: Db,
  plan: Omit<Plan, 'id' | 'version' | 'choices' | 'status'>,
): Promise<number> {
  await trx
    .updateTable('plans')
    .set({ status: 'superseded' })
    .where('project_id', '=', plan.projectId)
    .where('status', 'in', ['open', 'approved', 'dismissed'])
    .execute();
  const { id } = await trx
    .insertInto('plans')
    .values({
      project_id: plan.projectId,
      run_id: plan.runId,
      seq: plan.seq,
      base_sha256: plan.baseSha256,
      package_sha256: plan.packageSha256,
      snapshot_id: plan.snapshotId,
      items: JSON.stringify(plan.items satisfies PlanItem[]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setApproved(
  trx: Db,
  id: number,
  { choices, decidedBy }: { choices: PlanChoices; decidedBy: string },
): Promise<void> {
  await trx
    .updateTable('plans')
    .set({
      status: 'approved',
      choices: JSON.stringify(choices),
      decided_by: decidedBy,
      decided_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
}

/** Keeps the project paused, now for this reason. */
export async function setDismissed(
  trx: Db,
  { id, projectId }: Pick<Plan, 'id' | 'projectId'>,
  { decidedBy, code, reason }: { decidedBy: string; code: string; reason: string },
): Promise<void> {
  await trx
    .updateTable('plans')
    .set({ status: 'dismissed', decided_by: decidedBy, decided_at: new Date() })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('projects')
    .set({ paused_code: code, paused_reason: reason, problem: reason })
    .where('id', '=', projectId)
    .execute();
}

/** The project of a plan, which nobody else changes until the end of the transaction; before its plan, as in runs. */
export async function lockPlanProject(trx: Db, planId: number): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT p.name FROM projects p JOIN plans q ON q.project_id = p.id WHERE q.id = ${planId} FOR NO KEY UPDATE OF p`.execute(
    trx,
  );
  return rows[0];
}

/** The server and the name of a plan's project. */
export function findPlanProject(
  db: Db,
  projectId: number,
): Promise<{ serverId: number; name: string } | undefined> {
  return db
    .selectFrom('projects')
    .select(['server_id as serverId', 'name'])
    .where('id', '=', projectId)
    .executeTakeFirst();
}
