import type { VaultOperations } from '@cairn/contracts';
import type { Actor, Handlers } from '@cairn/service';
import { withoutPeople } from '../../access/redact.ts';
import { defaultMetadataBody, toDescription, toMetadataBody } from './mapper.ts';
import type { DescribedDataset } from './mapper.ts';
import { createMetadataService } from './service.ts';
import type { MetadataDeps } from './service.ts';
import { toTechnicalBody } from './technical-mapper.ts';

type Operation = 'getDatasetMetadata' | 'saveDatasetMetadata' | 'getTechnicalMetadata';

export function metadataRoutes(deps: MetadataDeps): Handlers<VaultOperations, Operation> {
  const metadata = createMetadataService(deps);
  const toBody = (described: DescribedDataset, actor: Actor) =>
    withoutPeople(toMetadataBody(described), actor, 'owner', 'owner_id', 'updated_by');

  return {
    async getDatasetMetadata({ path }, actor) {
      const described = await metadata.find(actor, path.name);
      return described ? toBody(described, actor) : defaultMetadataBody(path.name);
    },

    async saveDatasetMetadata({ path, body }, actor) {
      return toBody(await metadata.save(actor, path.name, toDescription(body, path.name)), actor);
    },

    async getTechnicalMetadata({ query }, _actor, { signal }) {
      return toTechnicalBody(await metadata.technical(query.dataset, query.version, signal));
    },
  };
}
