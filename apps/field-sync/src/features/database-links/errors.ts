import { notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchLink(id: number): AppError {
  return notFound('field_sync.no_such_database', `There is no database ${id}. Go back to the list.`);
}

export const CONSTRAINTS = {
  database_links_name_key: {
    code: 'field_sync.database_exists',
    message: 'There is already a database with this name. Choose another name.',
  },
  projects_pglink_id_fkey: {
    code: 'field_sync.in_use',
    message: 'A project uses this database. Change or delete it first.',
  },
};
