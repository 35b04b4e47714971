import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import { toProjectChoice } from '../servers/mapper.ts';
import type { ExpressCaller, ExpressResult, ExpressService } from './service.ts';
import { describeMade } from './describe-made.ts';

type Form = FieldSyncSchemas['ExpressForm'];
type Result = FieldSyncSchemas['ExpressActionResult'];

export function expressRoutes({
  express,
}: {
  express: ExpressService;
}): Handlers<FieldSyncOperations, 'expressAction'> {
  async function list(form: Form, kind: 'field' | 'cloud'): Promise<Result> {
    const projects = await express.listProjects(form, kind);
    return { success: true, message: '', projects: projects.map(toProjectChoice) };
  }

  const actions = {
    list_field_projects: (form: Form) => list(form, 'field'),
    list_cloud_projects: (form: Form) => list(form, 'cloud'),
    create_express: async (form: Form, caller: ExpressCaller) => toBody(await express.create(form, caller)),
    async take_back(form: Form, caller: ExpressCaller): Promise<Result> {
      return {
        success: true,
        message: `Removed what was created for ${await express.takeBack(form, caller)}.`,
      };
    },
  };
  return {
    expressAction: ({ body }, actor, call) =>
      actions[chooseAction('express.php', body)](body, { actor, call, cause: auditContext(actor, call) }),
  };
}

function toBody(result: ExpressResult): Result {
  if (!('failure' in result))
    return { success: true, message: `Set up and started ${result.name}.`, id: result.projectId };
  const { failure, setupId, made } = result;
  const message = `${failure.message} ${describeMade(made)} Send the form again to continue, or take it back.`;
  return { success: false, message, express_id: setupId, made };
}
