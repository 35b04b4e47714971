import { notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchNode(id: number): AppError {
  return notFound('field_sync.no_such_catalog_node', `There is no catalog node ${id}. Go back to the list.`);
}

export const CONSTRAINTS = {
  catalog_nodes_name_key: {
    code: 'field_sync.catalog_node_exists',
    message: 'There is already a catalog node with this name. Choose another name.',
  },
};
