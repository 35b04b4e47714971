import type { VaultOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import { toListingBody, toSummaryBody } from './mapper.ts';
import type { DatasetService } from './service.ts';
import type { OutlineFilter } from './types.ts';

export function datasetRoutes({
  datasets,
}: {
  datasets: DatasetService;
}): Handlers<VaultOperations, 'listDatasets' | 'listDatasetSummaries'> {
  return {
    async listDatasets(_input, actor) {
      const found = await datasets.listing(actor);
      return { datasets: found.map(({ outline, versions }) => toListingBody(outline, versions)) };
    },

    async listDatasetSummaries({ query }, actor) {
      const folderId = positiveInteger(query.folder_id);
      const found = await datasets.summaries(actor, {
        archived: archivedFilter(query.archived),
        ...(query.type ? { type: query.type } : {}),
        ...(folderId === null ? {} : { folderId }),
      });
      return found.map(({ outline, access }) => toSummaryBody(outline, access));
    },
  };
}

function archivedFilter(value: string | undefined): OutlineFilter['archived'] {
  if (value === 'only' || value === 'true' || value === '1') return 'only';
  return value === 'include' || value === 'all' ? 'include' : 'exclude';
}

/** Anything else than a positive integer counts as absent. */
export function positiveInteger(value: string | undefined): number | null {
  return value !== undefined && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}
