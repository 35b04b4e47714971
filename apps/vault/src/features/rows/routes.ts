import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import { badRequest } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { isVisitor } from '../visitors/redact.ts';
import { readKey } from './read-input.ts';
import {
  toCapabilityBody,
  toDeletedRowsBody,
  toEditListBody,
  toMutationBody,
  toRowPageBody,
  toSchemaBody,
} from './mapper.ts';
import type { EditingService } from './service.ts';
import type { Sessions } from './sessions.ts';

export interface EditingRoutes {
  auth: DatasetGuard;
  editing: EditingService;
  sessions: Sessions;
  jobs: Jobs;
}

type Names =
  | 'editCapability'
  | 'editSchema'
  | 'listRows'
  | 'updateRow'
  | 'deleteRow'
  | 'insertRow'
  | 'listEdits'
  | 'listDeletedRows'
  | 'sealEdits'
  | 'discardEdits'
  | 'redoEdit';

export function editingRoutes({
  editing,
  sessions,
  jobs,
  auth,
}: EditingRoutes): Handlers<VaultOperations, Names> {
  const { autoCommitMs } = sessions;

  /** Readers see what was published; a draft is for those who can edit the dataset. */
  async function seesDraft(actor: Actor, name: string): Promise<boolean> {
    if (isVisitor(actor)) return false;
    return auth.allows(actor, { resourceType: RESOURCE_TYPE, resourceKey: name, permission: 'edit' });
  }

  async function target(
    { name, version }: { name: string; version: number },
    layer: string | undefined,
    actor: Actor,
  ) {
    const found = await editing.editable(name, version);
    const maker = { id: actor.id, username: actor.username };
    return { source: found.source, context: { version: found.version, layer, maker } };
  }

  return {
    async editCapability({ path, query }, actor, { signal }) {
      const capability = await editing.capability(path.name, path.version, { layer: query.layer, signal });
      const session = (await seesDraft(actor, path.name)) ? capability.session : null;
      return toCapabilityBody({ ...capability, session }, autoCommitMs);
    },

    async editSchema({ path, query }, _actor, { signal }) {
      return toSchemaBody(await editing.schema(path.name, path.version, { layer: query.layer, signal }));
    },

    async listRows({ path, query }, actor, { signal }) {
      const { limit = 50, offset = 0, order = 'asc', sort, layer, filters, count: isCounted = true } = query;
      const sealed = query.sealed === true || !(await seesDraft(actor, path.name));
      const descending = order === 'desc';
      const asked = { layer, limit, offset, sort, filters, sealed, descending, isCounted, signal };
      const page = await editing.rows(path.name, path.version, asked);
      return toRowPageBody(page, { limit, offset, sort, order, autoCommitMs });
    },

    async updateRow({ path, query, body }, actor) {
      const { source, context } = await target(path, query.layer, actor);
      const key = readKey(await source.schema(context.version, query.layer), body.pk_column, body.pk_value);
      const changed = await source.update(context, { key, hash: body.hash, updates: body.updates });
      return toMutationBody(changed, autoCommitMs);
    },

    async deleteRow({ path, query, body }, actor) {
      const { source, context } = await target(path, query.layer, actor);
      const key = readKey(await source.schema(context.version, query.layer), body.pk_column, body.pk_value);
      return toMutationBody(await source.remove(context, { key, hash: body.hash }), autoCommitMs);
    },

    async insertRow({ path, query, body }, actor) {
      const { source, context } = await target(path, query.layer, actor);
      const row = { values: body.row, geometry: body.geometry };
      return toMutationBody(await source.insert(context, row), autoCommitMs);
    },

    async listEdits({ path, query }, actor) {
      const { limit = 100, before, version } = query;
      const page = { limit, ...(before === undefined ? {} : { before }) };
      const isEditor = await seesDraft(actor, path.name);
      const found = await editing.edits(path.name, { version, seesDraft: isEditor }, page);
      return toEditListBody(found, { dataset: path.name, version, autoCommitMs, withValues: isEditor });
    },

    async listDeletedRows({ path }, actor) {
      const deleted = await editing.deleted(path.name, { seesDraft: await seesDraft(actor, path.name) });
      return toDeletedRowsBody(path.name, deleted);
    },

    async sealEdits({ path, body }, actor, call) {
      const maker = { id: actor.id, username: actor.username };
      const label = body?.label?.trim();
      const jobId = await sessions.beginCommit(path.name, { maker, ...(label ? { label } : {}) });
      const job = (await jobs.get(jobId)) as Job;
      return respondWithJob<VaultSchemas['Derived']>(jobs, job, { actor, call });
    },

    async redoEdit({ path, body }) {
      const redone = await editing.redo(path.name, body?.edit_id);
      return toEditListBody(redone, { dataset: path.name, autoCommitMs, withValues: true });
    },

    async discardEdits({ path, body }, actor) {
      const { last = false, edit_id: editId } = body ?? {};
      if (editId !== undefined && !last)
        throw badRequest(
          'vault.edit_id_alone',
          'An edit_id is for the last edit: send "last": true with it.',
        );
      const left = await editing.discard(path.name, { last, editId, by: actor.username });
      return toEditListBody(left, { dataset: path.name, autoCommitMs, withValues: true });
    },
  };
}
