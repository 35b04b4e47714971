import { inTransaction } from '@cairn/db';
import type { Jobs } from '@cairn/jobs';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import type { PlanChoices, PlanApproval as TargetApproval } from '../synced-tables/types.ts';
import { PLAN_DISMISSED } from './close-repo.ts';
import { enqueueRuns } from './enqueue-runs.ts';
import { noSuchPlan, planDecided, runOpen, unknownChoice } from './errors.ts';
import { writeLog } from './log-repo.ts';
import { findPlanProject, lockPlan, lockPlanProject, setApproved, setDismissed } from './plan-repo.ts';
import type { Plan } from './types.ts';

export interface ApprovalRequest {
  choices: PlanChoices;
  /** A user id or name. */
  decidedBy: string;
  cause: AuditContext;
}

export interface PlanService {
  /**
   * Approves a plan with an option for each of its items, of which those left out get their first one, and queues the run that
   * applies it. It holds for exactly the state and the two packages that it was made for; if one of them has changed when the run
   * compares again, that run asks again.
   *
   * @throws {AppError} not_found; conflict for a plan that was decided, or while a run is open; bad_request for an unknown option
   */
  approvePlan(id: number, approval: ApprovalRequest): Promise<{ runId: number }>;

  /**
   * Decides that nothing of a plan is applied. Its project stays paused, continues with another version, and asks again about this one
   * when it is started. Returns the id of the project.
   *
   * @throws {AppError} not_found; conflict for a plan that was decided
   */
  dismissPlan(id: number, dismissal: Omit<ApprovalRequest, 'choices'>): Promise<{ projectId: number }>;
}

export function createPlanService(deps: {
  db: Db;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch'>;
}): PlanService {
  const { db, jobs } = deps;
  return {
    async approvePlan(id, { choices, decidedBy, cause }) {
      const runId = await inTransaction(db, {}, async (trx) => {
        const plan = await lockPlan(trx, id);
        const project = plan && (await findPlanProject(trx, plan.projectId));
        if (!plan || !project) throw noSuchPlan(id);
        if (plan.status !== 'open') throw planDecided();
        await setApproved(trx, id, { choices: completeChoices(plan, choices), decidedBy });
        const { serverId, name } = project;
        const { projectId, version } = plan;
        const run = { projectId, serverId, kind: 'sync' as const, version, requestedBy: decidedBy };
        const created = (await enqueueRuns(deps, trx, [run])).get(projectId);
        if (created === undefined) throw runOpen();
        await recordAudit(trx, {
          ...{ event: 'plan.approved', objectId: projectId, subject: name, cause },
          details: { plan: id, choices },
        });
        return created;
      });
      await jobs.dispatch();
      return { runId };
    },

    async dismissPlan(id, { decidedBy, cause }) {
      return inTransaction(db, {}, async (trx) => {
        const project = await lockPlanProject(trx, id);
        const plan = await lockPlan(trx, id);
        if (!plan || !project) throw noSuchPlan(id);
        if (plan.status !== 'open') throw planDecided();
        const { projectId, runId } = plan;
        const message = `${decidedBy} dismissed the change, and nothing of it is applied. The project continues with the next version; start it to be asked about this one again.`;
        await setDismissed(trx, plan, { decidedBy, code: PLAN_DISMISSED, reason: message });
        await writeLog(trx, [{ projectId, runId, level: 'info', message }]);
        await recordAudit(trx, {
          ...{ event: 'plan.dismissed', objectId: projectId, subject: project.name, cause },
          details: { plan: id },
        });
        return { projectId };
      });
    },
  };
}

/** What a person decided, with what the decision is about; null as long as nobody did. */
export function toApproval(plan: Plan | undefined): TargetApproval | null {
  if (plan?.status !== 'approved' || !plan.choices) return null;
  const { seq, baseSha256, packageSha256, choices } = plan;
  return { seq, baseSha256, packageSha256, choices };
}

function completeChoices({ items }: Plan, choices: PlanChoices): PlanChoices {
  const complete: PlanChoices = {};
  for (const { id, options } of items) {
    const choice = choices[id] ?? { option: options[0]!.id };
    if (!options.some(({ id: option }) => option === choice.option)) throw unknownChoice(id);
    complete[id] = choice;
  }
  for (const id of Object.keys(choices)) if (!complete[id]) throw unknownChoice(id);
  return complete;
}
