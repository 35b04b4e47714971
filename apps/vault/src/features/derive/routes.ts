import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import type { Actor, Call, Handlers } from '@cairn/service';
import { positiveInteger } from '../datasets/routes.ts';
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
    async listFields({ path, query }) {
      return toFieldListBody(await derive.source(path, query.layer));
    },

    async listValues({ path, query }) {
      const { source, values } = await derive.listValues(path, { layer: query.layer, field: query.field });
      return toValueListBody(source, values);
    },

    async filterVersion({ path, body }, actor, call) {
      const input = { operation: 'filter' as const, filter: body };
      return respond(await derive.requestVersion(actor, path, { input }), actor, call);
    },

    async dissolveVersion({ path, body }, actor, call) {
      const input = { operation: 'dissolve' as const, dissolve: body };
      return respond(await derive.requestVersion(actor, path, { input }), actor, call);
    },

    async clipVersion({ path, query, body }, actor, call) {
      const input = { operation: 'clip' as const, clip: body };
      const clipFolderId = positiveInteger(query.folder_id);
      return respond(await derive.requestVersion(actor, path, { input, clipFolderId }), actor, call);
    },

    async deriveDataset({ path, query, body: { dataset_name: name, ...input } }, actor, call) {
      const dataset = { name, folderId: positiveInteger(query.folder_id) };
      return respond(await derive.requestDataset(actor, path, { input, dataset }), actor, call);
    },

    async deriveVersion({ path, body: input }, actor, call) {
      return respond(await derive.requestVersion(actor, path, { input }), actor, call);
    },

    async previewDerivation({ path, body: input }, actor, { signal }) {
      return toPreviewBody(await derive.preview(actor, path, { input, signal }));
    },
  };
}
