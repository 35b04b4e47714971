import type { DerivedFiles, Storage } from '@cairn/files';
import type { DerivationPreview, FieldValues, Reader } from '@cairn/geo';
import type { Job, Jobs } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../contents/service.ts';
import { previewOf } from './preview.ts';
import { findSource, refuseUnchangeable } from './source.ts';
import type { LayerSource } from './source.ts';
import type { DerivePayload } from './perform.ts';
import type { AskedDerivation, Derivation } from './types.ts';
import { fieldValues } from './values.ts';

export interface DeriveParts {
  db: Db;
  storage: Storage;
  jobs: Jobs;
  derived: DerivedFiles;
  contents: ContentService;
  reader: Reader;
}

interface Wanted {
  name: string;
  version: number;
}

export type DeriveService = ReturnType<typeof createDeriveService>;

/** What the layers of versions hold, and new versions made from them by workers. */
export function createDeriveService(parts: DeriveParts) {
  const { db, jobs } = parts;
  const source = (wanted: Wanted, layer: string | undefined) => findSource(parts, wanted, layer);

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

    /** Has a worker make the version. AppError for what can be refused at once. */
    async ask(actor: Actor, { version }: LayerSource, asked: AskedDerivation): Promise<Job> {
      await refuseUnchangeable(db, version);
      const payload: DerivePayload = {
        ...asked,
        version_id: version.id,
        title: version.dataset,
        maker: { id: actor.id, username: actor.username },
      };
      const job = await jobs.enqueue(db, { kind: 'version.derive', payload, requestedBy: actor.id });
      void jobs.dispatch();
      return job;
    },
  };
}
