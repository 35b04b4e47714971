import type { DataProfile } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import { AppError, badRequest, withDeadline } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { findDataset, saveDescription } from '../../datasets/repo.ts';
import type { DatasetService } from '../../datasets/service.ts';
import type { Dataset, Description } from '../../datasets/types.ts';
import { enqueuePortalSync } from '../../portal-sync/portal-sync.ts';
import { datasetArchived } from '../../versions/errors.ts';
import type { Version } from '../../versions/types.ts';
import { inPreparation } from '../errors.ts';
import type { Profiles } from '../profiles.ts';
import type { FileFacts } from '../repo.ts';
import type { ContentService } from '../service.ts';
import type { DescribedDataset } from './mapper.ts';

export interface MetadataDeps {
  db: Db;
  databaseConfigured: boolean;
  datasets: DatasetService;
  contents: ContentService;
  profiles: Profiles;
  jobs: Jobs;
}

export interface TechnicalMetadata {
  version: Version;
  facts: FileFacts;
  profile: DataProfile | null;
}

/** The rest of the response does not wait longer for the profile. */
const PROFILE_WAIT_MS = 3_000;

/** Descriptions of datasets, and technical metadata of versions. */
export function createMetadataService(deps: MetadataDeps) {
  const { db, databaseConfigured, datasets, contents, profiles, jobs } = deps;

  async function describe(actor: Actor, dataset: Dataset): Promise<DescribedDataset> {
    const [access, folder] = await Promise.all([
      datasets.accessTo(actor, dataset.id),
      datasets.folderOf(actor, dataset),
    ]);
    return { dataset, access, folder };
  }

  return {
    /** Null for an unknown dataset. */
    async find(actor: Actor, name: string): Promise<DescribedDataset | null> {
      const dataset = databaseConfigured ? await datasets.find(name) : null;
      return dataset && describe(actor, dataset);
    },

    /** @throws {AppError} bad_request for an unknown and for an archived dataset */
    async save(actor: Actor, name: string, description: Description): Promise<DescribedDataset> {
      const saved = await db.transaction().execute(async (trx) => {
        const dataset = await saveDescription(trx, name, { ...description, by: actor.username });
        if (!dataset) throw await reasonNotSaved(trx, name);
        // The portal's pages show the title.
        await enqueuePortalSync(trx, jobs, { datasetId: dataset.id });
        return dataset;
      });
      void jobs.dispatch();
      return describe(actor, saved);
    },

    async technical(dataset: string, number: number, signal: AbortSignal): Promise<TechnicalMetadata> {
      const version = await contents.requireVersion(dataset, number);
      await contents.prepared(version, signal);
      const facts = await contents.facts(version, signal);
      const profile = await withDeadline(profiles.of(version), {
        ms: PROFILE_WAIT_MS,
        signal,
        onTimeout: () =>
          inPreparation(
            'Fields and geometries are still being checked. Try again in a minute to see the results.',
          ),
      }).catch(emptyProfile);
      return { version, facts, profile };
    },
  };
}

/** The contract has only 400 for these cases. */
async function reasonNotSaved(db: Db, name: string): Promise<AppError> {
  if (await findDataset(db, name)) return badRequest('vault.dataset_archived', datasetArchived(name).message);
  return badRequest('vault.no_such_dataset', `There is no dataset "${name}". Check its name.`);
}

/** A missing profile is a warning. */
function emptyProfile(error: unknown): DataProfile {
  if (!(error instanceof AppError) || error.kind === 'internal') throw error;
  return { layers: [], problems: [], problemCount: 0, warnings: [error.message] };
}
