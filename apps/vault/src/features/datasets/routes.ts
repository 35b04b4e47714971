import type { VaultOperations } from '@cairn/contracts';
import { auditContext, JsonText, parseId } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import { pagePath } from '../../page-path.ts';
import { withDatasetId } from '../access/dataset-guard.ts';
import { isVisitor, readableVersions, withoutPeople } from '../access/redact.ts';
import { defaultMetadataBody, toDescription, toListingBody, toMetadataBody } from './mapper.ts';
import type { DatasetService } from './service.ts';
import type { DescribedDataset, SummaryFilter } from './types.ts';

type Operation =
  | 'listDatasets'
  | 'listDatasetSummaries'
  | 'discover'
  | 'register'
  | 'getDatasetMetadata'
  | 'saveDatasetMetadata'
  | 'renameDataset'
  | 'archiveDataset'
  | 'restoreDataset'
  | 'cloneDataset'
  | 'moveDataset'
  | 'deleteDataset';

export function datasetRoutes({
  datasets,
}: {
  datasets: DatasetService;
}): Handlers<VaultOperations, Operation> {
  const toReadableBody = (described: DescribedDataset, actor: Actor) =>
    withoutPeople(toMetadataBody(described), actor, 'owner', 'owner_id', 'updated_by');

  return {
    async listDatasets(_input, actor) {
      const listed = await datasets.listWithVersions(actor);
      return {
        datasets: listed.map(({ dataset, versions }) => {
          const body = toListingBody(dataset, versions);
          return { ...body, versions: readableVersions(body.versions, actor) };
        }),
      };
    },

    async listDatasetSummaries({ query }, actor) {
      const folderId = parseId(query.folder_id);
      const summaries = await datasets.summaries(actor, {
        archived: readArchived(query.archived),
        ...(query.type ? { type: query.type } : {}),
        ...(folderId === null ? {} : { folderId }),
      });
      return new JsonText(summaries);
    },

    async discover(_input, actor, call) {
      const listed = await datasets.listActive(actor);
      return {
        service: 'vault',
        resource_type: 'vault_dataset',
        items: listed.map((dataset) => {
          const url = pagePath(dataset.name, call.basePath);
          return {
            id: dataset.resourceKey,
            title: dataset.title,
            description: dataset.description,
            url,
            thumbnail: `${url}/thumbnail?v=${dataset.versionId}`,
            category: dataset.type,
            updated_at: dataset.updatedAt.toISOString(),
            ...(dataset.tags.length > 0 ? { tags: dataset.tags } : {}),
            ...(dataset.owner === null || isVisitor(actor) ? {} : { owner: dataset.owner }),
            ...(dataset.extentWgs84 ? { bbox: dataset.extentWgs84 } : {}),
          };
        }),
      };
    },

    // For old clients: datasets need no registration.
    register: () => undefined,

    async getDatasetMetadata({ path }, actor, call) {
      const described = await datasets.metadata(actor, withDatasetId(path, call));
      return described ? toReadableBody(described, actor) : defaultMetadataBody(path.name);
    },

    async saveDatasetMetadata({ path, body }, actor, call) {
      const description = toDescription(body, path.name);
      const saved = await datasets.saveMetadata(actor, withDatasetId(path, call), {
        description,
        cause: auditContext(actor, call),
      });
      return toReadableBody(saved, actor);
    },

    async renameDataset({ path, body }, actor, call) {
      const cause = auditContext(actor, call);
      return { success: true, name: await datasets.rename(withDatasetId(path, call), body.name, cause) };
    },

    async archiveDataset({ path }, actor, call) {
      await datasets.setArchived(withDatasetId(path, call), true, auditContext(actor, call));
      return { success: true };
    },

    async restoreDataset({ path }, actor, call) {
      await datasets.setArchived(withDatasetId(path, call), false, auditContext(actor, call));
      return { success: true };
    },

    async cloneDataset({ path, body }, actor, call) {
      const clone = await datasets.clone(actor, {
        source: withDatasetId(path, call),
        name: body?.name ?? '',
        withMetadata: body?.clone_metadata ?? true,
        withVersions: body?.clone_versions ?? false,
        cause: auditContext(actor, call),
      });
      return {
        success: true,
        name: clone.name,
        dataset_id: clone.id,
        source: path.name,
        versions: clone.versions,
        latest_version: clone.latest.version,
        latest_version_id: clone.latest.id,
        url: pagePath(clone.name, call.basePath),
      };
    },

    async moveDataset({ path, body }, actor, call) {
      const move = { folderId: body.folder_id, cause: auditContext(actor, call) };
      await datasets.move(actor, withDatasetId(path, call), move);
      return { success: true };
    },

    async deleteDataset({ path, query }, actor, call) {
      const deletion = { confirmed: query.confirm === 'true', cause: auditContext(actor, call) };
      await datasets.delete(withDatasetId(path, call), deletion);
      return { success: true };
    },
  };
}

function readArchived(value: string | undefined): SummaryFilter['archived'] {
  if (value === 'only' || value === 'true' || value === '1') return 'only';
  return value === 'include' || value === 'all' ? 'include' : 'exclude';
}
