import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Actor, AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { FileTargetService } from './service.ts';

type Form = FieldSyncSchemas['FileTargetForm'];
type Result = FieldSyncSchemas['ActionResult'];

export function fileTargetRoutes({
  fileTargets,
  ownerOf,
}: {
  fileTargets: FileTargetService;
  /** The account here of a caller; null for people of the platform. */
  ownerOf(actor: Actor): number | null;
}): Handlers<FieldSyncOperations, 'fileTargetAction'> {
  const actions = {
    async save(form: Form, cause: AuditContext, ownerId: number | null): Promise<Result> {
      const { id, name } = await fileTargets.save(form, cause, ownerId);
      return { success: true, message: `Saved ${name}.`, id };
    },
    async delete(form: Form, cause: AuditContext): Promise<Result> {
      const name = await fileTargets.remove(form, cause);
      return { success: true, message: `Deleted ${name}. Files that were copied stay.` };
    },
    async pwd_vis(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await fileTargets.showPassword(form, cause) };
    },
    async conn_info(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await fileTargets.showConnection(form, cause) };
    },
    async excludes(form: Form, cause: AuditContext) {
      await fileTargets.saveExcludes(form, cause);
      return respond(302, undefined, { Location: '../rsyncs.php' });
    },
  };
  return {
    fileTargetAction: ({ body }, actor, call) =>
      actions[chooseAction('rsync.php', body)](body, auditContext(actor, call), ownerOf(actor)),
  };
}
