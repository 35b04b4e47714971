import type { FieldSyncOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import { requireId } from '../actions/read-fields.ts';
import type { PlanService } from './plans.ts';
import { readChoices } from './read-choices.ts';
import type { RunService } from './service.ts';

type Operation = 'planAction' | 'runAction';

export function runRoutes({
  runs,
  plans,
}: {
  runs: RunService;
  plans: PlanService;
}): Handlers<FieldSyncOperations, Operation> {
  return {
    async planAction({ body }, actor, call) {
      const id = requireId('id', body.id);
      const decision = { decidedBy: nameOf(actor), cause: auditContext(actor, call) };
      if (chooseAction('plan.php', body) === 'dismiss') {
        const { projectId } = await plans.dismissPlan(id, decision);
        return { success: true, message: 'Dismissed. Nothing of the change is applied.', id: projectId };
      }
      const choices = readChoices(body['choices[]'] ?? []);
      const { runId } = await plans.approvePlan(id, { choices, ...decision });
      return { success: true, message: 'Approved. The change is applied by the next run.', id: runId };
    },

    async runAction({ body }, actor) {
      const kind = chooseAction('run.php', body);
      const { runId } = await runs.request(requireId('id', body.id), { kind, requestedBy: nameOf(actor) });
      return { success: true, message: `Queued run ${runId}.`, id: runId };
    },
  };
}

function nameOf({ username, id }: Actor): string {
  return username ?? String(id);
}
