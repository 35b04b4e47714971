import type { VaultOperations } from '@cairn/contracts';
import { streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { cacheControl } from '../content/http-cache.ts';
import { readableVersions, withoutPeople } from '../access/redact.ts';
import { sendObject } from './download.ts';
import type { DownloadDeps } from './download.ts';
import { toLineageNodeBody, toVersionBody } from './mapper.ts';
import type { VersionService } from './service.ts';

export interface VersionRoutesDeps extends DownloadDeps {
  versions: VersionService;
}

type Operation =
  | 'listDatasetVersions'
  | 'listProjectVersions'
  | 'downloadVersion'
  | 'versionLineage'
  | 'deleteVersion'
  | 'rollbackVersion';

export function versionRoutes({
  versions,
  ...deps
}: VersionRoutesDeps): Handlers<VaultOperations, Operation> {
  return {
    async listDatasetVersions({ path }, actor) {
      const listed = await versions.listOfDataset(path.name);
      return { dataset: path.name, versions: readableVersions(listed.map(toVersionBody), actor) };
    },

    async listProjectVersions({ path }, actor) {
      const listed = await versions.listOfProject(actor, path.id);
      return readableVersions(listed.map(toVersionBody), actor);
    },

    async versionLineage({ path }, actor) {
      const { nodes, edges } = await versions.lineage(actor, Number(path.id));
      const withSecond = new Set(edges.filter(({ role }) => role !== 'parent').map(({ to }) => to));
      return {
        version_id: Number(path.id),
        nodes: nodes.map((node) => {
          const body = toLineageNodeBody(node, { seesSecondDataset: withSecond.has(node.versionId) });
          return withoutPeople(body, actor, 'created_by', 'parameters');
        }),
        edges,
      };
    },

    downloadVersion: streaming(async ({ req, res, input, actor }) => {
      const version = await versions.findById(Number(input.path.id));
      await sendObject(deps, { req, res, version, cache: cacheControl(actor) });
    }),

    async deleteVersion({ path }) {
      await versions.delete({ name: path.name, number: path.version });
      return { success: true };
    },

    async rollbackVersion({ path, body }, actor) {
      const { version, reason, to } = await versions.rollBack(actor, {
        versionId: Number(path.id),
        reason: body?.reason ?? '',
      });
      return {
        success: true,
        new_version: version.version,
        version: toVersionBody(version),
        reason,
        rolled_back_to: to,
      };
    },
  };
}
