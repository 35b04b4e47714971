import { badRequest, conflict, forbidden, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchProject(id: number): AppError {
  return notFound('field_sync.no_such_project', `There is no project ${id}. Go back to the list.`);
}

/** A field names something that is not there. */
export function unknownChoice(field: string, id: number): AppError {
  return badRequest(
    'field_sync.unknown_choice',
    `${field}: there is no entry ${id}. Choose one from the list.`,
  );
}

export function badGeopackage(): AppError {
  return badRequest(
    'field_sync.geopackage_path',
    'geopackage must be the path of a file within the project, such as data/survey.gpkg.',
  );
}

export function badSchema(): AppError {
  return badRequest(
    'field_sync.schema_name',
    'schema must be a name of at most 63 bytes that does not begin with pg_ and is not information_schema.',
  );
}

export function runUnderWay(name: string): AppError {
  return conflict(
    'field_sync.run_open',
    `A run of "${name}" is queued or under way. Stop the project, then change where it comes from or goes to.`,
  );
}

export const CONSTRAINTS = {
  projects_name_key: {
    code: 'field_sync.project_exists',
    message: 'There is already a project with this name. Choose another name.',
  },
  projects_server_id_fkey: deleted('server_id'),
  projects_pglink_id_fkey: deleted('pglink_id'),
  project_file_targets_file_target_id_fkey: deleted('rsync_ids[]'),
};

function deleted(field: string) {
  return {
    code: 'field_sync.unknown_choice',
    message: `${field}: the entry was deleted. Choose another one.`,
    kind: 'bad_request' as const,
  };
}

export function notYourProject(): AppError {
  return forbidden(
    'field_sync.not_your_project',
    'This project belongs to someone else. Ask its owner or an administrator for access.',
  );
}
