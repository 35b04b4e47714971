import { badRequest, conflict, notFound, unprocessable } from '@cairn/service';

/** For a file that is no backup of the database, whatever else it is. */
export function noSuchBackup() {
  return badRequest(
    'dbadmin.no_such_artifact',
    'This is not a backup of this database. Choose one from its list of backups.',
  );
}

export function backupNotFound() {
  return notFound(
    'dbadmin.no_such_backup',
    'There is no backup with this name. Choose one from the list of backups.',
  );
}

export function nothingToBackUp() {
  return conflict(
    'dbadmin.nothing_to_back_up',
    'No database of this connection can be backed up now. Register one, or wait for active jobs.',
  );
}

export function backupInUse() {
  return conflict(
    'dbadmin.backup_in_use',
    'This backup is being restored. Wait for that job or cancel it, then delete the backup.',
  );
}

export function badRestoreMode() {
  return badRequest('dbadmin.bad_mode', 'mode must be "existing" or "new".');
}

export function backupDeleted() {
  return unprocessable('dbadmin.backup_gone', 'The backup was deleted. Nothing was changed.');
}

export function backupChanged() {
  return unprocessable(
    'dbadmin.backup_changed',
    'The file of this backup has changed since it was created and was not restored. Choose another backup.',
  );
}
