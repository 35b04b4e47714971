import { badGateway, conflict, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noPublisher(): AppError {
  return conflict(
    'field_sync.no_publisher',
    'No publisher is configured. Ask the operator to set PUBLISHER_URL.',
  );
}

export function nothingApplied(name: string): AppError {
  return conflict(
    'field_sync.nothing_to_publish',
    `"${name}" has no applied version whose files are kept. Synchronize it first.`,
  );
}

export const PUBLISHING = 'field_sync.publishing';

export function publishing(name: string): AppError {
  return conflict(PUBLISHING, `"${name}" is being published. Wait until that has ended.`);
}

export function passwordInProject(path: string, layer: string): AppError {
  return unprocessable(
    'field_sync.password_in_project',
    `The layer "${layer}" of ${path} has a password in its data source, which everybody could read. Use an authentication configuration of QGIS instead, and save the project.`,
  );
}

export function unreadableProject(path: string): AppError {
  return unprocessable(
    'field_sync.qgis_project',
    `${path} cannot be read as a QGIS project, so it is not known whether it has passwords. Save it again in QGIS.`,
  );
}

export function badBundlePath(path: string): AppError {
  return unprocessable(
    'field_sync.bundle_path',
    `The project has a file with the name ${JSON.stringify(path)}, which cannot be in an archive. Rename it in the project.`,
  );
}

export function badAnswer(host: string): AppError {
  return badGateway(
    'field_sync.publisher_answer',
    `The publisher ${host} did not answer with id and viewer_url. Check PUBLISHER_URL.`,
  );
}
