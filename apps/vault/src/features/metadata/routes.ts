import type { VaultOperations } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import { badRequest, notFound } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../contents/service.ts';
import { saveDescription } from '../datasets/repo.ts';
import type { DatasetService } from '../datasets/service.ts';
import { findVersion } from '../versions/repo.ts';
import { readDescription } from './description.ts';
import { defaultMetadataBody, toMetadataBody, toTechnicalBody } from './mapper.ts';

export interface MetadataRoutes {
  db: Db;
  databaseConfigured: boolean;
  datasets: DatasetService;
  contents: ContentService;
  jobs: Jobs;
}

export function metadataRoutes({
  db,
  databaseConfigured,
  datasets,
  contents,
  jobs,
}: MetadataRoutes): Handlers<
  VaultOperations,
  'getDatasetMetadata' | 'saveDatasetMetadata' | 'getTechnicalMetadata'
> {
  return {
    async getDatasetMetadata({ path }, actor) {
      const dataset = databaseConfigured ? await datasets.find(path.name) : null;
      if (!dataset) return defaultMetadataBody(path.name);
      return toMetadataBody(dataset, await datasets.permissionsOn(actor, dataset.name));
    },

    async saveDatasetMetadata({ path, body }, actor) {
      const description = readDescription(body, path.name);
      const saved = await db.transaction().execute(async (trx) => {
        const dataset = await saveDescription(trx, path.name, { ...description, by: actor.username });
        if (!dataset) {
          throw badRequest('vault.no_such_dataset', `There is no dataset "${path.name}"; check its name.`);
        }
        // The portal's pages name the dataset by its title.
        await jobs.enqueue(trx, {
          kind: 'dataset.title',
          payload: { name: dataset.name },
          requestedBy: actor.id,
        });
        return dataset;
      });
      void jobs.dispatch();
      return toMetadataBody(saved, await datasets.permissionsOn(actor, saved.name));
    },

    async getTechnicalMetadata({ query }) {
      const version = await findVersion(db, query.dataset, query.version);
      if (!version) throw noSuchVersion(query);
      return toTechnicalBody(version, await contents.facts(version));
    },
  };
}

export function noSuchVersion({ dataset, version }: { dataset: string; version: number }) {
  return notFound('vault.no_such_version', `There is no version ${version} of a dataset "${dataset}".`);
}
