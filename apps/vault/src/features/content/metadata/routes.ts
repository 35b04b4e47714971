import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import type { DataProfile } from '@cairn/geo';
import { AppError, badRequest } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { withDeadline } from '../with-deadline.ts';
import type { Preparation } from '../preparation.ts';
import type { ContentService } from '../service.ts';
import type { Profiles } from '../profiles.ts';
import { findDataset, saveDescription } from '../../datasets/repo.ts';
import type { DatasetService } from '../../datasets/service.ts';
import type { Dataset } from '../../datasets/types.ts';
import { datasetArchived, noSuchVersion } from '../../versions/errors.ts';
import { withoutPeople } from '../../visitors/redact.ts';
import { findVersion } from '../../versions/repo.ts';
import { readDescription } from './description.ts';
import { defaultMetadataBody, toMetadataBody } from './mapper.ts';
import { toTechnicalBody } from './technical-mapper.ts';

export interface MetadataRoutes {
  db: Db;
  databaseConfigured: boolean;
  datasets: DatasetService;
  contents: ContentService;
  profiles: Profiles;
  preparation: Preparation;
  jobs: Jobs;
}

/** The rest of the answer does not wait for it. */
const SURVEYING = {
  seconds: 3,
  sentence:
    'Fields and geometries are still being looked through; ask again in a minute to see what they hold.',
};

export function metadataRoutes({
  db,
  databaseConfigured,
  datasets,
  contents,
  profiles,
  preparation,
  jobs,
}: MetadataRoutes): Handlers<
  VaultOperations,
  'getDatasetMetadata' | 'saveDatasetMetadata' | 'getTechnicalMetadata'
> {
  async function shown(actor: Actor, dataset: Dataset): Promise<VaultSchemas['DatasetMetadata']> {
    const [access, folder] = await Promise.all([
      datasets.accessTo(actor, dataset.name),
      datasets.folderOf(actor, dataset),
    ]);
    const body = toMetadataBody(dataset, access, folder);
    return withoutPeople(body, actor, 'owner', 'owner_id', 'updated_by');
  }

  return {
    async getDatasetMetadata({ path }, actor) {
      const dataset = databaseConfigured ? await datasets.find(path.name) : null;
      return dataset ? shown(actor, dataset) : defaultMetadataBody(path.name);
    },

    async saveDatasetMetadata({ path, body }, actor) {
      const description = readDescription(body, path.name);
      const saved = await db.transaction().execute(async (trx) => {
        const dataset = await saveDescription(trx, path.name, { ...description, by: actor.username });
        if (!dataset) throw await whyUnsaved(trx, path.name);
        // The portal's pages name the dataset by its title.
        await jobs.enqueue(trx, {
          kind: 'dataset.title',
          payload: { name: dataset.name },
          requestedBy: actor.id,
        });
        return dataset;
      });
      void jobs.dispatch();
      return shown(actor, saved);
    },

    async getTechnicalMetadata({ query }, _actor, call) {
      const version = await findVersion(db, query.dataset, query.version);
      if (!version) throw noSuchVersion(query);
      await preparation.prepared(version, call.signal);
      const facts = await contents.facts(version, call.signal);
      const survey = await withDeadline(profiles.of(version), { ...SURVEYING, signal: call.signal }).catch(
        unsurveyed,
      );
      return toTechnicalBody(version, facts, survey);
    },
  };
}

/** The contract knows 400 alone for what stands in the way. */
async function whyUnsaved(db: Db, name: string): Promise<AppError> {
  if (await findDataset(db, name)) return badRequest('vault.dataset_archived', datasetArchived(name).message);
  return badRequest('vault.no_such_dataset', `There is no dataset "${name}"; check its name.`);
}

/** What is said instead of a survey that is not there. */
function unsurveyed(error: unknown): DataProfile {
  if (!(error instanceof AppError) || error.kind === 'internal') throw error;
  return { layers: [], problems: [], problemCount: 0, warnings: [error.message] };
}
