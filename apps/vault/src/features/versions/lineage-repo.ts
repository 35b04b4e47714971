import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { isVisible } from '../access/dataset-guard.ts';
import type { VisibleDatasets } from '../access/dataset-guard.ts';
import type { Lineage, LineageEdge, LineageNode } from './types.ts';

const MAX_NODES = 500;

interface Row {
  id: number;
  dataset: string;
  version: number;
  operation: string;
  parameters: Record<string, unknown>;
  label: string | null;
  latest: boolean;
  feature_count: number | null;
  parent_id: number | null;
  clipped_by_id: number | null;
  created_at: Date;
  created_by: string | null;
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
    SELECT v.id, d.name AS dataset, v.version, v.operation, v.parameters, v.label, v.parent_id, v.clipped_by_id,
      v.created_at, v.created_by, v.id = d.latest_version_id AS latest, x.feature_count
    FROM nearest n JOIN versions v ON v.id = n.id JOIN datasets d ON d.id = v.dataset_id
      LEFT JOIN file_facts x ON x.sha256 = v.sha256
    ORDER BY v.id`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  return { nodes: rows.map(toNode), edges: rows.flatMap(edgesTo).filter(({ from }) => ids.has(from)) };
}

function edgesTo({ id, operation, parent_id: parent, clipped_by_id: other }: Row): LineageEdge[] {
  const role = operation === 'clip' ? 'clip' : 'other';
  return [
    ...(parent === null ? [] : [{ from: parent, to: id, role: 'parent' as const }]),
    ...(other === null ? [] : [{ from: other, to: id, role } as const]),
  ];
}

function toNode(row: Row): LineageNode {
  return {
    versionId: row.id,
    dataset: row.dataset,
    version: row.version,
    operation: row.operation,
    parameters: row.parameters,
    label: row.label,
    latest: row.latest === true,
    featureCount: row.feature_count,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}
