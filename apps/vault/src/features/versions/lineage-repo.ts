import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { isVisible } from '../access/repo.ts';
import type { VisibleDatasets } from '../access/repo.ts';
import type { Lineage, LineageEdge, LineageNode } from './types.ts';

const MAX_NODES = 500;

interface Row extends LineageNode {
  parentId: number | null;
  clippedById: number | null;
}

/**
 * Ancestors and descendants of a version through all visible datasets, the nearest 500. The search stops at a dataset that is not
 * visible, so that not even its existence is revealed.
 */
export async function findLineage(db: Db, versionId: number, visible: VisibleDatasets): Promise<Lineage> {
  const seen = isVisible('d.id', visible);
  const { rows } = await sql<Row>`
    WITH RECURSIVE ancestors (id, distance) AS (
      SELECT ${versionId}::bigint, 0
      UNION
      SELECT v.id, a.distance + 1 FROM ancestors a
        JOIN versions child ON child.id = a.id
        JOIN versions v ON v.id IN (child.parent_id, child.clipped_by_id)
        JOIN datasets d ON d.id = v.dataset_id AND ${seen}
        WHERE a.distance < ${MAX_NODES}
    ), descendants (id, distance) AS (
      SELECT ${versionId}::bigint, 0
      UNION
      SELECT v.id, a.distance + 1 FROM descendants a
        JOIN LATERAL (
          SELECT id, dataset_id FROM versions WHERE parent_id = a.id
          UNION SELECT id, dataset_id FROM versions WHERE clipped_by_id = a.id
        ) v ON true
        JOIN datasets d ON d.id = v.dataset_id AND ${seen}
        WHERE a.distance < ${MAX_NODES}
    ), nearest AS (
      SELECT id, min(distance) AS distance
      FROM (SELECT * FROM ancestors UNION ALL SELECT * FROM descendants) AS related
      GROUP BY id ORDER BY distance, id LIMIT ${MAX_NODES}
    )
    SELECT v.id AS "versionId", d.name AS dataset, v.version, v.operation, v.parameters, v.label,
      v.parent_id AS "parentId", v.clipped_by_id AS "clippedById", v.created_at AS "createdAt",
      v.created_by AS "createdBy", v.id IS NOT DISTINCT FROM d.latest_version_id AS latest,
      x.feature_count AS "featureCount"
    FROM nearest n JOIN versions v ON v.id = n.id JOIN datasets d ON d.id = v.dataset_id
      LEFT JOIN file_facts x ON x.sha256 = v.sha256
    ORDER BY v.id`.execute(db);
  const ids = new Set(rows.map(({ versionId }) => versionId));
  return { nodes: rows, edges: rows.flatMap(edgesTo).filter(({ from }) => ids.has(from)) };
}

function edgesTo({ versionId: id, operation, parentId: parent, clippedById: other }: Row): LineageEdge[] {
  const role = operation === 'clip' ? 'clip' : 'other';
  return [
    ...(parent === null ? [] : [{ from: parent, to: id, role: 'parent' as const }]),
    ...(other === null ? [] : [{ from: other, to: id, role } as const]),
  ];
}
