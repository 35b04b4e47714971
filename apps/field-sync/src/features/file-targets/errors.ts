import { badRequest, conflict, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchTarget(id: number): AppError {
  return notFound('field_sync.no_such_file_target', `There is no file target ${id}. Go back to the list.`);
}

export function badFolder(): AppError {
  return badRequest(
    'field_sync.target_folder',
    'folder must be a path on the other machine without .. and ~; / and . themselves are not allowed. Enter a folder of its own.',
  );
}

export function badExcludes(message: string): AppError {
  return badRequest('field_sync.excludes', message);
}

export function noConnection(name: string): AppError {
  return conflict(
    'field_sync.local_target',
    `"${name}" is a folder on this machine, which needs no connection.`,
  );
}

export function noOfferedKey(name: string): AppError {
  return conflict(
    'field_sync.no_offered_key',
    `"${name}" has sent no other host key that could be accepted. Copy to it again, and look at its page.`,
  );
}

export function otherFingerprint(name: string, offered: string): AppError {
  return conflict(
    'field_sync.other_fingerprint',
    `The key that "${name}" sent has the fingerprint ${offered}, not the one of this form. Compare it on that machine, and accept that one.`,
  );
}

export const CONSTRAINTS = {
  file_targets_name_key: {
    code: 'field_sync.file_target_exists',
    message: 'There is already a file target with this name. Choose another name.',
  },
  project_file_targets_file_target_id_fkey: {
    code: 'field_sync.in_use',
    message: 'A project uses this file target. Change it first.',
  },
};
