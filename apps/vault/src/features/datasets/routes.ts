import type { VaultOperations } from '@cairn/contracts';
import { JsonText } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { readableVersions } from '../access/redact.ts';
import { toListingBody } from './mapper.ts';
import type { DatasetService } from './service.ts';
import { createSummaries } from './summaries.ts';
import type { OutlineFilter } from './types.ts';

export interface DatasetRoutes {
  db: Db;
  guard: DatasetGuard;
  datasets: DatasetService;
}

export function datasetRoutes(
  parts: DatasetRoutes,
): Handlers<VaultOperations, 'listDatasets' | 'listDatasetSummaries' | 'register'> {
  const summaries = createSummaries(parts);
  return {
    async listDatasets(_input, actor) {
      const found = await parts.datasets.listing(actor);
      return {
        datasets: found.map(({ outline, versions }) => {
          const body = toListingBody(outline, versions);
          return { ...body, versions: readableVersions(body.versions, actor) };
        }),
      };
    },

    async listDatasetSummaries({ query }, actor) {
      const folderId = positiveInteger(query.folder_id);
      const listed = await summaries(actor, {
        archived: archivedFilter(query.archived),
        ...(query.type ? { type: query.type } : {}),
        ...(folderId === null ? {} : { folder: { id: folderId, viewer: actor } }),
      });
      return new JsonText(listed);
    },

    // Old clients call it; whatever they send, there is nothing to do.
    register: () => undefined,
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
