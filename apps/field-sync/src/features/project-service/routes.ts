import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { createServiceOperator } from './operate.ts';
import type { ParameterService } from './parameters.ts';

type Form = FieldSyncSchemas['DaemonForm'];
type Result = FieldSyncSchemas['ActionResult'];

interface ProjectServiceRoutesDeps {
  parameters: ParameterService;
  operateService: ReturnType<typeof createServiceOperator>;
}

export function projectServiceRoutes({
  parameters,
  operateService,
}: ProjectServiceRoutesDeps): Handlers<FieldSyncOperations, 'daemonAction' | 'backendAction'> {
  const actions = {
    async save(form: Form, cause: AuditContext): Promise<Result> {
      const { id, name } = await parameters.save(form, cause);
      return { success: true, message: `Saved the parameters of ${name}.`, id };
    },
    async set(form: Form, cause: AuditContext): Promise<Result> {
      const { id, name } = await parameters.set(form, cause);
      return { success: true, message: `Saved ${form.param?.trim()} of ${name}.`, id };
    },
  };
  return {
    daemonAction: ({ body }, actor, call) =>
      actions[chooseAction('daemon.php', body)](body, auditContext(actor, call)),

    async backendAction({ body }, actor, call) {
      return { success: true, ...(await operateService(body, actor, auditContext(actor, call))) };
    },
  };
}
