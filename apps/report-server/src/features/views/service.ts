import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { ownerOf } from '../access/owner.ts';
import { slugOf } from '../access/slug.ts';
import { checkTitle } from '../access/title.ts';
import { recordAudit } from '../audit/repo.ts';
import { checkSource } from './check-source.ts';
import { noSuchView, viewStale } from './errors.ts';
import {
  clearDefaultView,
  deleteView,
  findView,
  insertView,
  listViews,
  lockViewsOf,
  updateView,
} from './repo.ts';
import type { View, ViewFields, ViewInput } from './types.ts';

export type ViewService = ReturnType<typeof createViewService>;

/** Saved views. Each belongs to a person; nobody else reads it but through a dashboard or an embed token. */
export function createViewService({ db }: { db: Db }) {
  async function requireView(actor: Actor, key: string): Promise<View> {
    const view = await findView(db, ownerOf(actor).id, key.toLowerCase());
    if (!view) throw noSuchView(key);
    return view;
  }

  return {
    list: (actor: Actor): Promise<View[]> => listViews(db, ownerOf(actor).id),

    get: requireView,

    /** Creates the view, or replaces the one with its key. @throws {AppError} conflict when `revision` is not the current one */
    async save(actor: Actor, input: ViewInput, cause: AuditContext): Promise<View> {
      const owner = ownerOf(actor);
      const fields = checkInput(input);
      const key = input.key?.toLowerCase() ?? slugOf(fields.title, 'view');
      return db.transaction().execute(async (trx) => {
        await lockViewsOf(trx, owner.id);
        const current = await findView(trx, owner.id, key);
        if (input.revision !== undefined && input.revision !== current?.revision) throw viewStale(current);
        if (fields.isDefault) await clearDefaultView(trx, owner.id);
        const view = current
          ? await updateView(trx, current.id, fields)
          : await insertView(trx, owner, { key, ...fields });
        const details = { key, revision: view.revision };
        await recordAudit(trx, {
          event: 'view.saved',
          cause,
          objectId: view.id,
          subject: view.title,
          details,
        });
        return view;
      });
    },

    async remove(actor: Actor, key: string, cause: AuditContext): Promise<void> {
      const owner = ownerOf(actor);
      await db.transaction().execute(async (trx) => {
        const id = await deleteView(trx, owner.id, key.toLowerCase());
        if (id === null) throw noSuchView(key);
        await recordAudit(trx, { event: 'view.deleted', cause, objectId: id, subject: key, details: {} });
      });
    },
  };
}

function checkInput(input: ViewInput): ViewFields {
  const { description = '', kind, source, query = {}, visual = {}, is_default: isDefault = false } = input;
  checkSource(source);
  return {
    title: checkTitle(input.title),
    description: description.trim(),
    kind,
    source,
    query,
    visual,
    isDefault,
  };
}
