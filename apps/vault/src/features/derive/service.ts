import type { DerivedFiles, Storage } from '@cairn/files';
import type { DerivationPreview, FieldValues, Reader } from '@cairn/geo';
import type { Job, Jobs } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { refuseReleasedName } from '../portal-sync/released-names.ts';
import { findDataset } from '../datasets/repo.ts';
import { findOpenFolder, folderIfOpen } from '../folders/open-folder.ts';
import { datasetName } from '../versions/dataset-name.ts';
import { nameTaken } from '../datasets/rename.ts';
import { previewOf } from './preview.ts';
import { requireChangeable } from '../versions/destination.ts';
import { findSource } from './source.ts';
import type { LayerSource } from './source.ts';
import type { DerivePayload } from './perform.ts';
import type { DerivationRequest, Derivation } from './types.ts';
import { fieldValues } from './values.ts';

export interface DeriveDeps {
  db: Db;
  storage: Storage;
  jobs: Jobs;
  derived: DerivedFiles;
  contents: ContentService;
  reader: Reader;
  config: Pick<VaultConfig, 'previewSeconds'>;
}

interface Wanted {
  name: string;
  version: number;
}

export type DeriveService = ReturnType<typeof createDeriveService>;

/** What the layers of versions hold, and new versions made from them by workers. */
export function createDeriveService(parts: DeriveDeps) {
  const { db, jobs } = parts;
  const source = (wanted: Wanted, layer: string | undefined) => findSource(parts, wanted, layer);

  async function enqueue(actor: Actor, work: Omit<DerivePayload, 'maker'>): Promise<Job> {
    const payload: DerivePayload = { ...work, maker: { id: actor.id, username: actor.username } };
    const job = await jobs.enqueue(db, { kind: 'version.derive', payload, requestedBy: actor.id });
    void jobs.dispatch();
    return job;
  }

  return {
    source,

    async values(
      wanted: Wanted,
      { layer, field }: { layer: string | undefined; field: string },
    ): Promise<{ source: LayerSource; found: { field: string } & FieldValues }> {
      const found = await source(wanted, layer);
      return { source: found, found: await fieldValues(parts, found, field) };
    },

    preview: (found: LayerSource, derivation: Derivation, signal: AbortSignal): Promise<DerivationPreview> =>
      previewOf(parts, { source: found, derivation }, signal),

    /** Queues the job that creates the version. @throws {AppError} for what can be refused at once. */
    async ask(actor: Actor, { version }: LayerSource, asked: DerivationRequest): Promise<Job> {
      await requireChangeable(db, version);
      return enqueue(actor, { ...asked, version_id: version.id, title: version.dataset });
    },

    /**
     * Queues the job that creates a new dataset, which the actor will own.
     * @throws {AppError} bad_request for an invalid name or folder, conflict when the name is taken.
     */
    async askForDataset(
      actor: Actor,
      { version }: LayerSource,
      request: DerivationRequest & { name: string; folderId: number | null },
    ): Promise<Job> {
      const { name: chosen, folderId, ...asked } = request;
      const name = datasetName(chosen);
      if (await findDataset(db, name)) throw nameTaken(name);
      await refuseReleasedName(db, name);
      const source = await findDataset(db, version.dataset);
      const folder =
        folderId === null
          ? await folderIfOpen(db, source?.folderId ?? null, actor)
          : (await findOpenFolder(db, folderId, actor)).id;
      const created = { name, folder_id: folder };
      return enqueue(actor, {
        ...asked,
        version_id: version.id,
        title: name,
        new_dataset: created,
        folder_chosen: folderId !== null,
      });
    },
  };
}
