import type { VaultOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { DatasetService } from '../datasets/service.ts';
import { pagePath } from '../../page-path.ts';
import { isVisitor } from '../access/redact.ts';

export function discoveryRoutes({
  datasets,
}: {
  datasets: DatasetService;
}): Handlers<VaultOperations, 'discover'> {
  return {
    async discover(_input, actor, call) {
      const found = await datasets.outlines(actor, { archived: 'exclude' });
      return {
        service: 'vault',
        resource_type: 'vault_dataset',
        items: found.map((outline) => {
          const url = pagePath(outline.name, call.basePath);
          return {
            id: outline.resourceKey,
            title: outline.title,
            description: outline.description,
            url,
            thumbnail: `${url}/thumbnail?v=${outline.latest.id}`,
            category: outline.type,
            updated_at: outline.updatedAt.toISOString(),
            ...(outline.tags.length > 0 ? { tags: outline.tags } : {}),
            ...(outline.owner === null || isVisitor(actor) ? {} : { owner: outline.owner }),
            ...(outline.extentWgs84 ? { bbox: outline.extentWgs84 } : {}),
          };
        }),
      };
    },
  };
}
