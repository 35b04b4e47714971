import type { VaultOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { checkedDatasetId, withDatasetId } from '../access/dataset-guard.ts';
import { readableVersions, withoutPeople } from '../access/redact.ts';
import { toLineageNodeBody, toVersionBody } from './mapper.ts';
import type { VersionService } from './service.ts';

type Operation =
  'listDatasetVersions' | 'listProjectVersions' | 'versionLineage' | 'deleteVersion' | 'rollbackVersion';

export function versionRoutes({
  versions,
}: {
  versions: VersionService;
}): Handlers<VaultOperations, Operation> {
  return {
    async listDatasetVersions({ path }, actor, call) {
      const listed = await versions.listOfDataset(checkedDatasetId(call));
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

    async deleteVersion({ path }, actor, call) {
      await versions.delete(withDatasetId(path, call), auditContext(actor, call));
      return { success: true };
    },

    async rollbackVersion({ path, body }, actor, call) {
      const { version, reason, to } = await versions.rollBack(actor, {
        versionId: Number(path.id),
        reason: body?.reason ?? '',
        cause: auditContext(actor, call),
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
