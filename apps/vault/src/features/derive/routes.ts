import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import type { Actor, Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { positiveInteger } from '../datasets/routes.ts';
import { answerWithJob } from '../jobs/answer.ts';
import { clipLayerResolver, layerResolver } from './clip-source.ts';
import { toFieldListBody, toPreviewBody, toValueListBody } from './mapper.ts';
import { requireLayerFrame } from './spatial-reference.ts';
import { askPreview, layerOfPreview } from './preview.ts';
import { askClip, askDissolve, askFilter } from './request.ts';
import type { DeriveService } from './service.ts';

export interface DeriveRoutes {
  db: Db;
  contents: ContentService;
  derive: DeriveService;
  guard: DatasetGuard;
  jobs: Jobs;
}

type Names =
  | 'listFields'
  | 'listValues'
  | 'filterVersion'
  | 'dissolveVersion'
  | 'clipVersion'
  | 'deriveDataset'
  | 'deriveVersion'
  | 'previewDerivation';
type Derived = VaultSchemas['Derived'];

export function deriveRoutes({ derive, jobs, ...parts }: DeriveRoutes): Handlers<VaultOperations, Names> {
  const findersFor = (actor: Actor) => ({
    knife: clipLayerResolver(parts, { actor }),
    layer: layerResolver(parts, { actor }),
  });

  return {
    async listFields({ path, query }) {
      return toFieldListBody(await derive.source(path, query.layer));
    },

    async listValues({ path, query }) {
      const { source, found } = await derive.values(path, { layer: query.layer, field: query.field });
      return toValueListBody(source, found);
    },

    async filterVersion({ path, body }, actor, call) {
      const source = await derive.source(path, body.layer);
      const job = await derive.ask(actor, source, askFilter(body, source.layer));
      return answerWithJob<Derived>(jobs, job, { actor, call });
    },

    async dissolveVersion({ path, body }, actor, call) {
      const source = await derive.source(path, body.layer);
      const job = await derive.ask(actor, source, askDissolve(body, source.layer));
      return answerWithJob<Derived>(jobs, job, { actor, call });
    },

    async clipVersion({ path, query, body }, actor, call) {
      const source = await derive.source(path, body.layer);
      const findKnife = clipLayerResolver(parts, { actor, folderId: query.folder_id });
      const asked = await askClip(body, source.layer, findKnife);
      requireLayerFrame(source.layer);
      const job = await derive.ask(actor, source, asked);
      return answerWithJob<Derived>(jobs, job, { actor, call });
    },

    async deriveDataset({ path, query, body }, actor, call) {
      const source = await derive.source(path, layerOfPreview(body));
      const asked = await askPreview(body, source, findersFor(actor));
      if (body.operation === 'clip') requireLayerFrame(source.layer);
      const folderId = positiveInteger(query.folder_id);
      const job = await derive.askForDataset(actor, source, { ...asked, name: body.dataset_name, folderId });
      return answerWithJob<Derived>(jobs, job, { actor, call });
    },

    async deriveVersion({ path, body }, actor, call) {
      const source = await derive.source(path, layerOfPreview(body));
      const asked = await askPreview(body, source, findersFor(actor));
      if (body.operation === 'clip') requireLayerFrame(source.layer);
      const job = await derive.ask(actor, source, asked);
      return answerWithJob<Derived>(jobs, job, { actor, call });
    },

    async previewDerivation({ path, body }, actor, { signal }) {
      const source = await derive.source(path, layerOfPreview(body));
      const { derivation } = await askPreview(body, source, findersFor(actor));
      return toPreviewBody(await derive.preview(source, derivation, signal));
    },
  };
}
