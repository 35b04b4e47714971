import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toViewBody } from './mapper.ts';
import type { ViewService } from './service.ts';

type Operation = 'listViews' | 'saveView' | 'getView' | 'deleteView';

export function viewRoutes({ views }: { views: ViewService }): Handlers<ReportServerOperations, Operation> {
  return {
    listViews: async (_input, actor) => ({ views: (await views.list(actor)).map(toViewBody) }),

    saveView: async ({ body }, actor, call) =>
      toViewBody(await views.save(actor, body, auditContext(actor, call))),

    getView: async ({ path }, actor) => toViewBody(await views.get(actor, path.key)),

    async deleteView({ path }, actor, call) {
      await views.remove(actor, path.key, auditContext(actor, call));
      return respond(204);
    },
  };
}
