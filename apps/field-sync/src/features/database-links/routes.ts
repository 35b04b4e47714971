import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { DatabaseLinkService } from './service.ts';

type Form = FieldSyncSchemas['DatabaseLinkForm'];
type Result = FieldSyncSchemas['ActionResult'];

export function databaseLinkRoutes({
  databaseLinks,
  ownerOf,
}: {
  databaseLinks: DatabaseLinkService;
  /** The account here of a caller; null for people of the platform. */
  ownerOf(actor: Actor): number | null;
}): Handlers<FieldSyncOperations, 'databaseLinkAction'> {
  const actions = {
    async save(form: Form, cause: AuditContext, ownerId: number | null): Promise<Result> {
      const { id, name, advice } = await databaseLinks.save(form, cause, ownerId);
      return { success: true, message: [`Saved ${name}.`, advice].filter(Boolean).join(' '), id };
    },
    async delete(form: Form, cause: AuditContext): Promise<Result> {
      const name = await databaseLinks.remove(form, cause);
      return { success: true, message: `Deleted ${name}.` };
    },
    async pwd_vis(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await databaseLinks.showPassword(form, cause) };
    },
    async conn_info(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await databaseLinks.showConnection(form, cause) };
    },
  };
  return {
    databaseLinkAction: ({ body }, actor, call) =>
      actions[chooseAction('pglink.php', body)](body, auditContext(actor, call), ownerOf(actor)),
  };
}
