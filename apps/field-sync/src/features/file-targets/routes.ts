import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Actor, AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { PushService } from './push/service.ts';
import type { FileTargetService } from './service.ts';

type Form = FieldSyncSchemas['FileTargetForm'];
type Result = FieldSyncSchemas['ActionResult'];

export function fileTargetRoutes({
  fileTargets,
  ownerOf,
  pushes,
}: {
  fileTargets: FileTargetService;
  /** The account here of a caller; null for people of the platform. */
  ownerOf(actor: Actor): number | null;
  pushes: PushService;
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
    async start(form: Form, cause: AuditContext): Promise<Result> {
      const { name, projects } = await pushes.start(form, cause);
      return {
        success: true,
        message: `Started copying ${projects === 1 ? 'one project' : `${projects} projects`} to ${name}.`,
      };
    },
    async stop(form: Form, cause: AuditContext): Promise<Result> {
      const { name, pushes: count } = await pushes.stop(form, cause);
      const message = count === 0 ? `Nothing was being copied to ${name}.` : `Stopped copying to ${name}.`;
      return { success: true, message };
    },
    async accept_key(form: Form, cause: AuditContext): Promise<Result> {
      const name = await fileTargets.acceptHostKey(form, cause);
      return { success: true, message: `Accepted the new host key of ${name}.` };
    },
    async log(form: Form): Promise<Result> {
      return { success: true, message: await pushes.log(form) };
    },
  };
  return {
    fileTargetAction: ({ body }, actor, call) =>
      actions[chooseAction('rsync.php', body)](body, auditContext(actor, call), ownerOf(actor)),
  };
}
