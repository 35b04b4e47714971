import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { withoutPeople } from '../visitors/redact.ts';
import { withoutClip } from './mapper.ts';
import { findLineage } from './lineage-repo.ts';
import type { LineageNode } from './lineage-types.ts';

export interface LineageRoutes {
  db: Db;
  guard: DatasetGuard;
}

export function lineageRoutes({ db, guard }: LineageRoutes): Handlers<VaultOperations, 'versionLineage'> {
  return {
    async versionLineage({ path }, actor) {
      const visible = await guard.visibleKeys(actor, RESOURCE_TYPE, 'view');
      const { nodes, edges } = await findLineage(db, Number(path.id), visible);
      const cut = new Set(edges.filter(({ role }) => role !== 'parent').map(({ to }) => to));
      return {
        version_id: Number(path.id),
        nodes: nodes.map((node) =>
          withoutPeople(toNodeBody(node, cut.has(node.versionId)), actor, 'created_by', 'parameters'),
        ),
        edges,
      };
    },
  };
}

/** The name of a dataset that cut is told to who may see it. */
function toNodeBody(node: LineageNode, seesCutter: boolean): VaultSchemas['Lineage']['nodes'][number] {
  const parameters = seesCutter ? node.parameters : withoutClip(node.parameters);
  return {
    version_id: node.versionId,
    dataset: node.dataset,
    version: node.version,
    operation: node.operation,
    latest: node.latest,
    created_at: node.createdAt.toISOString(),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(node.label === null ? {} : { label: node.label }),
    ...(node.featureCount === null ? {} : { feature_count: node.featureCount }),
    ...(node.createdBy === null ? {} : { created_by: node.createdBy }),
  };
}
