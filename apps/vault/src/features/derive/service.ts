import type { DerivationPreview, FieldValues } from '@cairn/geo';
import type { Job, Jobs } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import { nameTaken } from '../datasets/errors.ts';
import { findOpenFolder, folderIfOpen } from '../folders/open-folder.ts';
import { findDataset, findDatasetById } from '../versions/dataset-repo.ts';
import { datasetName } from '../versions/dataset-name.ts';
import { requireChangeable } from '../versions/version-writer.ts';
import type { VersionPath } from '../versions/types.ts';
import { clipLayerResolver, layerResolver, findLayerSource } from './layer-source.ts';
import type { ResolverDeps } from './layer-source.ts';
import { listFieldValues } from './field-values.ts';
import type { FieldValuesDeps } from './field-values.ts';
import { runPreview } from './preview.ts';
import type { PreviewDeps } from './preview.ts';
import { readDerivation, requestedLayer } from './read-request.ts';
import type { DerivationInput } from './read-request.ts';
import type { DerivationRequest, DerivePayload, LayerSource } from './types.ts';

export interface DeriveDeps extends ResolverDeps, PreviewDeps, FieldValuesDeps {
  jobs: Jobs;
}

interface NewDataset {
  name: string;
  /** By default the folder of the source, if it is open to the actor. */
  folderId: number | null;
}

export type DeriveService = ReturnType<typeof createDeriveService>;

/** Fields and values of the layers of a version, and new versions that workers derive from them. */
export function createDeriveService(deps: DeriveDeps) {
  const { db, jobs } = deps;

  async function read(
    actor: Actor,
    path: VersionPath,
    { input, clipFolderId }: { input: DerivationInput; clipFolderId?: number | null },
  ): Promise<{ source: LayerSource; request: DerivationRequest }> {
    const source = await findLayerSource(deps, path, requestedLayer(input));
    const request = await readDerivation(input, source.layer, {
      clipLayer: clipLayerResolver(deps, { actor, folderId: clipFolderId ?? null }),
      layer: layerResolver(deps, { actor }),
    });
    return { source, request };
  }

  async function enqueue(actor: Actor, work: Omit<DerivePayload, 'maker'>): Promise<Job> {
    const payload: DerivePayload = { ...work, maker: { id: actor.id, username: actor.username } };
    const job = await jobs.enqueue(db, { kind: 'version.derive', payload, requestedBy: actor.id });
    void jobs.dispatch();
    return job;
  }

  return {
    /** The layer with its fields. */
    source: (path: VersionPath, layer: string | undefined): Promise<LayerSource> =>
      findLayerSource(deps, path, layer),

    async listValues(
      path: VersionPath,
      { layer, field }: { layer: string | undefined; field: string },
    ): Promise<{ source: LayerSource; values: { field: string } & FieldValues }> {
      const source = await findLayerSource(deps, path, layer);
      return { source, values: await listFieldValues(deps, source, field) };
    },

    async preview(
      actor: Actor,
      path: VersionPath,
      { input, signal }: { input: DerivationInput; signal: AbortSignal },
    ): Promise<DerivationPreview> {
      const { source, request } = await read(actor, path, { input });
      return runPreview(deps, { source, derivation: request.derivation }, signal);
    },

    /**
     * Queues the job that creates the next version of the dataset. With `clipFolderId`, the dataset to clip by must be in that
     * folder.
     * @throws {AppError} as readDerivation does, and conflict for a dataset that cannot be changed.
     */
    async requestVersion(
      actor: Actor,
      path: VersionPath,
      options: { input: DerivationInput; clipFolderId?: number | null },
    ): Promise<Job> {
      const { source, request } = await read(actor, path, options);
      const { version } = source;
      await requireChangeable(db, version);
      return enqueue(actor, { ...request, version_id: version.id, title: version.dataset });
    },

    /**
     * Queues the job that creates a new dataset, which the actor will own.
     * @throws {AppError} as readDerivation does, bad_request for an invalid name or folder, conflict when the name is taken.
     */
    async requestDataset(
      actor: Actor,
      path: VersionPath,
      { input, dataset }: { input: DerivationInput; dataset: NewDataset },
    ): Promise<Job> {
      const { source, request } = await read(actor, path, { input });
      const { version } = source;
      const name = datasetName(dataset.name);
      if (await findDataset(db, name)) throw nameTaken(name);
      const { folderId } = dataset;
      const folder =
        folderId === null
          ? await folderIfOpen(db, (await findDatasetById(db, version.datasetId))?.folderId ?? null, actor)
          : (await findOpenFolder(db, folderId, actor)).id;
      return enqueue(actor, {
        ...request,
        version_id: version.id,
        title: name,
        new_dataset: { name, folder_id: folder },
        folder_chosen: folderId !== null,
      });
    },
  };
}
