import type { Db } from '../../db/schema.ts';
import type { NodeRow } from './geonodes-page.ts';
import type { MapStoreRow } from './gstores-page.ts';

export async function findCatalogNodes(db: Db): Promise<NodeRow[]> {
  return db
    .selectFrom('catalog_nodes')
    .select(['id', 'name', 'host', 'port', 'username', 'folder', 'owner_id as ownerId'])
    .orderBy('name')
    .execute();
}

export async function findMapStores(db: Db): Promise<MapStoreRow[]> {
  return db
    .selectFrom('map_stores as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.id', 'm.name', 'p.id as projectId', 'p.name as projectName', 'm.url', 'm.username'])
    .select(['m.workspace', 'm.owner_id as ownerId'])
    .orderBy('m.name')
    .execute();
}
