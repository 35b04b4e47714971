import { conflict, notFound, unavailable, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function nothingToStart(target: string): AppError {
  return conflict(
    'field_sync.nothing_to_push',
    `No project with an applied version is copied to "${target}". Choose this target in the settings of a project, and synchronize the project.`,
  );
}

export function badOperand(field: string): AppError {
  return unprocessable(
    'field_sync.target_invalid',
    `The ${field} of the file target cannot be used. Edit the target and save it.`,
  );
}

export function emptyTree(): AppError {
  return unprocessable(
    'field_sync.empty_tree',
    'The version has no files to copy, so nothing was copied or deleted. Check what the project has at its provider.',
  );
}

export function badTreePath(path: string): AppError {
  return unprocessable(
    'field_sync.tree_path',
    `The project has a file with the name ${JSON.stringify(path)}, which cannot be a file of a folder. Rename it in the project.`,
  );
}

/** It was removed between the look at the snapshot and the link. */
export function objectGone(): AppError {
  return unavailable(
    'field_sync.object_removed',
    'A file of the version was removed at the same time. It is tried again.',
  );
}

export function programMissing(name: string): AppError {
  return unavailable(
    'field_sync.program_missing',
    `The program ${name} is not installed where the workers run. Ask the operator to install it.`,
  );
}

export function hostRefused(host: string): AppError {
  return unprocessable(
    'field_sync.target_network',
    `${host} leads to a private or reserved network. Ask the operator to allow it with SERVER_ALLOWED_CIDRS.`,
  );
}

export function hostUnknown(host: string): AppError {
  return unavailable(
    'field_sync.target_unreachable',
    `There is no server with the name ${host}. Check the name.`,
  );
}

export function unreachable(host: string, port: number): AppError {
  return unavailable(
    'field_sync.target_unreachable',
    `${host} does not answer at port ${port}. Check that its SSH server is running and reachable from here.`,
  );
}

export function signInRefused(username: string, host: string): AppError {
  return unprocessable(
    'field_sync.target_sign_in',
    `${host} refused the password of ${username}. Enter the correct one in the file target.`,
  );
}

/** Fingerprints as ssh-keygen shows them. */
export const HOST_KEY_CHANGED = 'field_sync.host_key_changed';

export function hostKeyChanged(host: string, keys: { stored: string; sent: string }): AppError {
  return unprocessable(
    HOST_KEY_CHANGED,
    `${host} has another host key than at the first connection, so nothing was sent. Stored: ${keys.stored}. Received: ${keys.sent}. If the machine was really replaced, accept its new key on the page of the target.`,
  );
}

export function connectionFailed(host: string): AppError {
  return unavailable(
    'field_sync.target_connection',
    `The SSH connection to ${host} failed. It is tried again.`,
  );
}

export function otherProjectsFolder(): AppError {
  return unprocessable(
    'field_sync.folder_of_other_project',
    'The folder is marked as that of another project (in .cairn-sync), so nothing was copied. Choose a folder of its own for each project.',
  );
}

export function noSuchAccount(name: string): AppError {
  return unprocessable(
    'field_sync.no_such_account',
    `This machine has no user or group "${name}". Correct usr_grp in the file target.`,
  );
}

export function notAFolder(): AppError {
  return unprocessable(
    'field_sync.target_not_a_folder',
    'The destination is a link or a file. Remove it, or choose another local_project_id.',
  );
}

export function tooManyDeletions({ allowed, surplus }: { allowed: number; surplus: number }): AppError {
  return unprocessable(
    'field_sync.too_many_deletions',
    `Files were copied, but nothing was deleted: ${surplus} files and folders of the target are not in the project, and at most ${allowed} may be deleted at once. If that is right, raise max_delete_percent or empty the folder, and start again.`,
  );
}

export function noSuchTargetOfPush(): AppError {
  return notFound('field_sync.no_such_file_target', 'The file target or the project was deleted.');
}
