import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { ParameterService } from './parameters.ts';

type Form = FieldSyncSchemas['DaemonForm'];
type Result = FieldSyncSchemas['ActionResult'];

export function projectServiceRoutes({
  parameters,
}: {
  parameters: ParameterService;
}): Handlers<FieldSyncOperations, 'daemonAction'> {
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
  };
}
