import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { MapStoreService } from './service.ts';

type Form = FieldSyncSchemas['MapStoreForm'];
type Result = FieldSyncSchemas['ActionResult'];

export function mapStoreRoutes({
  mapStores,
  ownerOf,
}: {
  mapStores: MapStoreService;
  /** The account here of a caller; null for people of the platform. */
  ownerOf(actor: Actor): number | null;
}): Handlers<FieldSyncOperations, 'mapStoreAction'> {
  const actions = {
    async save(form: Form, cause: AuditContext, ownerId: number | null): Promise<Result> {
      const { id, name } = await mapStores.save(form, cause, ownerId);
      return { success: true, message: `Saved ${name}.`, id };
    },
    async delete(form: Form, cause: AuditContext): Promise<Result> {
      const name = await mapStores.remove(form, cause);
      return { success: true, message: `Deleted ${name}.` };
    },
    async pwd_vis(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await mapStores.showPassword(form, cause) };
    },
    async details_info(form: Form): Promise<Result> {
      return { success: true, message: JSON.stringify(await mapStores.details(form)) };
    },
    async store_tables(form: Form): Promise<Result> {
      return { success: true, message: JSON.stringify(await mapStores.tables(form)) };
    },
    async create_layer(form: Form, cause: AuditContext): Promise<Result> {
      const { layer, node, isCopy } = await mapStores.createLayer(form, cause);
      const listed = isCopy
        ? ` ${node} does not offer updatelayers and got a copy of the rows: create the layer again to renew it.`
        : ` Updated ${node}.`;
      return { success: true, message: `Created ${layer}.${node ? listed : ''}` };
    },
  };
  return {
    mapStoreAction: ({ body }, actor, call) =>
      actions[chooseAction('gstore.php', body)](body, auditContext(actor, call), ownerOf(actor)),
  };
}
