import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import { parseId } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { withDatasetId } from '../access/dataset-guard.ts';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { toFieldListBody, toPreviewBody, toValueListBody } from './mapper.ts';
import type { DeriveService } from './service.ts';

export interface DeriveRoutesDeps {
  derive: DeriveService;
  jobs: Jobs;
}

type Operation =
  | 'listFields'
  | 'listValues'
  | 'filterVersion'
  | 'dissolveVersion'
  | 'clipVersion'
  | 'deriveDataset'
  | 'deriveVersion'
  | 'previewDerivation';

export function deriveRoutes({ derive, jobs }: DeriveRoutesDeps): Handlers<VaultOperations, Operation> {
  const respond = (job: Job, actor: Actor, call: Call) =>
    respondWithJob<VaultSchemas['Derived']>(jobs, job, { actor, call });

  return {
    async listFields({ path, query }, _actor, call) {
      return toFieldListBody(await derive.source(withDatasetId(path, call), query.layer));
    },

    async listValues({ path, query: { layer, field } }, _actor, call) {
      const { source, values } = await derive.listValues(withDatasetId(path, call), { layer, field });
      return toValueListBody(source, values);
    },

    async filterVersion({ path, body }, actor, call) {
      const input = { operation: 'filter' as const, filter: body };
      return respond(await derive.requestVersion(actor, withDatasetId(path, call), { input }), actor, call);
    },

    async dissolveVersion({ path, body }, actor, call) {
      const input = { operation: 'dissolve' as const, dissolve: body };
      return respond(await derive.requestVersion(actor, withDatasetId(path, call), { input }), actor, call);
    },

    async clipVersion({ path, query, body }, actor, call) {
      const input = { operation: 'clip' as const, clip: body };
      const clipFolderId = parseId(query.folder_id);
      return respond(
        await derive.requestVersion(actor, withDatasetId(path, call), { input, clipFolderId }),
        actor,
        call,
      );
    },

    async deriveDataset({ path, query, body: { dataset_name: name, ...input } }, actor, call) {
      const dataset = { name, folderId: parseId(query.folder_id) };
      return respond(
        await derive.requestDataset(actor, withDatasetId(path, call), { input, dataset }),
        actor,
        call,
      );
    },

    async deriveVersion({ path, body: input }, actor, call) {
      return respond(await derive.requestVersion(actor, withDatasetId(path, call), { input }), actor, call);
    },

    async previewDerivation({ path, body: input }, actor, call) {
      const { signal } = call;
      return toPreviewBody(await derive.preview(actor, withDatasetId(path, call), { input, signal }));
    },
  };
}
