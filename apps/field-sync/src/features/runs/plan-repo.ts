import type { Db } from '../../db/schema.ts';
import type { PlanChoices, PlanItem } from '../synced-tables/types.ts';
import type { Plan } from './types.ts';

const PLAN = [
  'id',
  'project_id as projectId',
  'run_id as runId',
  'seq',
  'base_sha256 as baseSha256',
  'package_sha256 as packageSha256',
  'snapshot_id as snapshotId',
  'items',
  'choices',
  'status',
] as const;

export async function lockPlan(trx: Db, id: number): Promise<Plan | undefined> {
  const plan = await trx.selectFrom('plans').select(PLAN).where('id', '=', id).forUpdate().executeTakeFirst();
  return plan as Plan | undefined;
}

/** The plan of a project that waits for a decision or for its run. */
export async function findCurrentPlan(db: Db, projectId: number): Promise<Plan | undefined> {
  const plan = await db
    .selectFrom('plans')
    .select(PLAN)
    .where('project_id', '=', projectId)
    .where('status', 'in', ['open', 'approved'])
    .executeTakeFirst();
  return plan as Plan | undefined;
}

/** A newer plan takes the place of the one before. */
export async function insertPlan(trx: Db, plan: Omit<Plan, 'id' | 'choices' | 'status'>): Promise<number> {
  await trx
    .updateTable('plans')
    .set({ status: 'superseded' })
    .where('project_id', '=', plan.projectId)
    .where('status', 'in', ['open', 'approved'])
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

/** Version of the snapshot that a plan is about, and the server of its project. */
export function findPlanTarget(
  db: Db,
  plan: Plan,
): Promise<{ version: string; serverId: number; name: string } | undefined> {
  return db
    .selectFrom('projects as p')
    .innerJoin('snapshots as s', (join) => join.on('s.id', '=', plan.snapshotId))
    .select(['s.version', 'p.server_id as serverId', 'p.name'])
    .where('p.id', '=', plan.projectId)
    .executeTakeFirst();
}
