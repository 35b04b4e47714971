import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import { badRequest } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';
import { withDatasetId } from '../access/dataset-guard.ts';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import {
  toCapabilityBody,
  toDeletedRowsBody,
  toEditListBody,
  toMutationBody,
  toRowPageBody,
  toSchemaBody,
} from './mapper.ts';
import type { RowService, Target } from './service.ts';

export interface RowRoutesDeps {
  editing: RowService;
  autoCommitMs: number | null;
  jobs: Jobs;
}

type Operation =
  | 'editCapability'
  | 'editSchema'
  | 'listRows'
  | 'updateRow'
  | 'deleteRow'
  | 'insertRow'
  | 'listEdits'
  | 'listDeletedRows'
  | 'commitEdits'
  | 'discardEdits'
  | 'redoEdit';

export function rowRoutes({
  editing,
  autoCommitMs,
  jobs,
}: RowRoutesDeps): Handlers<VaultOperations, Operation> {
  return {
    async editCapability({ path, query }, actor, call) {
      const target = toTarget(path, query, call);
      return toCapabilityBody(await editing.capability(target, actor, call.signal), autoCommitMs);
    },

    async editSchema({ path, query }, _actor, call) {
      return toSchemaBody(await editing.schema(toTarget(path, query, call), call.signal));
    },

    async listRows({ path, query }, actor, call) {
      const { signal } = call;
      const { limit = 50, offset = 0, order = 'asc', sort, filters, count: isCounted = true } = query;
      const isPublishedOnly = query.sealed === true;
      const page = await editing.rows(
        toTarget(path, query, call),
        { limit, offset, sort, filters, isPublishedOnly, descending: order === 'desc', isCounted, signal },
        actor,
      );
      return toRowPageBody(page, { limit, offset, sort, order, autoCommitMs });
    },

    async updateRow({ path, query, body }, actor, call) {
      const row = { column: body.pk_column, value: body.pk_value, hash: body.hash, updates: body.updates };
      return toMutationBody(await editing.updateRow(toTarget(path, query, call), row, actor), autoCommitMs);
    },

    async deleteRow({ path, query, body }, actor, call) {
      const row = { column: body.pk_column, value: body.pk_value, hash: body.hash };
      return toMutationBody(await editing.deleteRow(toTarget(path, query, call), row, actor), autoCommitMs);
    },

    async insertRow({ path, query, body }, actor, call) {
      const row = { values: body.row, geometry: body.geometry };
      return toMutationBody(await editing.insertRow(toTarget(path, query, call), row, actor), autoCommitMs);
    },

    async listEdits({ path, query }, actor, call) {
      const { limit = 100, before, version } = query;
      const page = { version, limit, ...(before === undefined ? {} : { before }) };
      const { withValues, ...listing } = await editing.edits(withDatasetId(path, call), page, actor);
      return toEditListBody(listing, { dataset: path.name, version, autoCommitMs, withValues });
    },

    async listDeletedRows({ path }, actor, call) {
      return toDeletedRowsBody(path.name, await editing.deletedKeys(withDatasetId(path, call), actor));
    },

    async commitEdits({ path, body }, actor, call) {
      const job = await editing.commit(withDatasetId(path, call), body?.label?.trim(), actor);
      return respondWithJob<VaultSchemas['Derived']>(jobs, job, { actor, call });
    },

    async redoEdit({ path, body }, _actor, call) {
      const listing = await editing.redo(withDatasetId(path, call), body?.edit_id);
      return toEditListBody(listing, { dataset: path.name, autoCommitMs, withValues: true });
    },

    async discardEdits({ path, body }, actor, call) {
      const { last = false, edit_id: editId } = body ?? {};
      if (editId !== undefined && !last)
        throw badRequest(
          'vault.edit_id_alone',
          'An edit_id refers to the last edit. Send "last": true with it.',
        );
      const listing = await editing.discard(withDatasetId(path, call), { last, editId, by: actor.username });
      return toEditListBody(listing, { dataset: path.name, autoCommitMs, withValues: true });
    },
  };
}

function toTarget(
  path: { name: string; version: number },
  query: { layer?: string | undefined },
  call: Call,
): Target {
  return { ...withDatasetId(path, call), layer: query.layer };
}
