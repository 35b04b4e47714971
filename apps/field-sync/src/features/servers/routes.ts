import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { ServerService } from './service.ts';
import type { ListedServer } from './types.ts';

type Operation = 'serverAction' | 'earlierServerAction';
type Form = FieldSyncSchemas['ServerForm'];
type Result = FieldSyncSchemas['ServerActionResult'];

export function serverRoutes({
  servers,
}: {
  servers: ServerService;
}): Handlers<FieldSyncOperations, Operation> {
  const actions = {
    async save(form: Form, cause: AuditContext): Promise<Result> {
      const { id, name, product } = await servers.save(form, cause);
      const found = product === null ? '' : ` ${product} answers at its address.`;
      return { success: true, message: `Saved ${name}.${found}`, id };
    },
    async delete(form: Form, cause: AuditContext): Promise<Result> {
      const name = await servers.remove(form, cause);
      return { success: true, message: `Deleted ${name}.` };
    },
    async pwd_vis(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await servers.showPassword(form, cause) };
    },
    async list_servers(): Promise<Result> {
      return { success: true, message: '', servers: (await servers.list()).map(toServerBody) };
    },
  };
  return {
    serverAction: ({ body }, actor, call) =>
      actions[chooseAction('server.php', body)](body, auditContext(actor, call)),
    earlierServerAction: ({ body }, actor, call) =>
      actions[chooseAction('__server.php', body)](body, auditContext(actor, call)),
  };
}

/** With what answers at the address rather than what was chosen. */
function toServerBody({ id, name, type, detectedType, url }: ListedServer) {
  return { id, name, type: detectedType ?? type, url };
}
