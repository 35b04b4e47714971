import { badRequest, conflict, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchMapStore(id: number): AppError {
  return notFound('field_sync.no_such_map_store', `There is no map store ${id}. Go back to the list.`);
}

export function noSuchTable(table: string, schema: string): AppError {
  return badRequest(
    'field_sync.no_such_table',
    `There is no table "${table}" in the schema "${schema}". Choose one of the tables of the store.`,
  );
}

export function tableTooLarge(table: string): AppError {
  return badRequest(
    'field_sync.table_too_large',
    `"${table}" is larger than 100 MB as GeoJSON, which is what a catalog node takes. Expose its command updatelayers instead.`,
  );
}

export function layerTaken(layer: string, workspace: string): AppError {
  return conflict(
    'field_sync.layer_exists',
    `There is already a layer "${layer}" of another table in the workspace "${workspace}". Choose another name.`,
  );
}

export function storeMissing(workspace: string): AppError {
  return conflict(
    'field_sync.remote_store_missing',
    `The map server has no store for this project in the workspace "${workspace}" any more. Save the map store to make it again.`,
  );
}

export const CONSTRAINTS = {
  map_stores_name_key: {
    code: 'field_sync.map_store_exists',
    message: 'There is already a map store with this name. Choose another name.',
  },
  map_stores_project_id_fkey: {
    code: 'field_sync.unknown_choice',
    message: 'project_id: the entry was deleted. Choose another one.',
    kind: 'bad_request' as const,
  },
};
