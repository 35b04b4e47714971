import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { CatalogNodeService } from './service.ts';

type Form = FieldSyncSchemas['CatalogNodeForm'];
type Result = FieldSyncSchemas['ActionResult'];

export function catalogNodeRoutes({
  catalogNodes,
  ownerOf,
}: {
  catalogNodes: CatalogNodeService;
  /** The account here of a caller; null for people of the platform. */
  ownerOf(actor: Actor): number | null;
}): Handlers<FieldSyncOperations, 'catalogNodeAction'> {
  const actions = {
    async save(form: Form, cause: AuditContext, ownerId: number | null): Promise<Result> {
      const { id, name } = await catalogNodes.save(form, cause, ownerId);
      return { success: true, message: `Saved ${name}.`, id };
    },
    async delete(form: Form, cause: AuditContext): Promise<Result> {
      const name = await catalogNodes.remove(form, cause);
      return { success: true, message: `Deleted ${name}.` };
    },
    async pwd_vis(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await catalogNodes.showPassword(form, cause) };
    },
    async conn_info(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await catalogNodes.showAddress(form, cause) };
    },
  };
  return {
    catalogNodeAction: ({ body }, actor, call) =>
      actions[chooseAction('node.php', body)](body, auditContext(actor, call), ownerOf(actor)),
  };
}
