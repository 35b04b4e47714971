import { conflict, forbidden, notFound } from '@cairn/service';

export function mayNotIssueLogin() {
  return forbidden(
    'dbadmin.may_not_adopt',
    'The user needs edit access to database administration to give another service access to a database.',
  );
}

export function notOnConnection(databaseId: number, connectionId: number) {
  return notFound(
    'dbadmin.no_such_database',
    `There is no database ${databaseId} on connection ${connectionId}.`,
  );
}

export function loginTooPowerful(role: string) {
  return conflict(
    'dbadmin.login_too_mighty',
    `Role "${role}" was created for a service but has since become a superuser, or a member of one. Revoke that and try again.`,
  );
}

export function mayNotCreateDatabase() {
  return forbidden(
    'dbadmin.may_not_create',
    'The user needs edit access to database administration to create a database.',
  );
}

export function mayNotNameOwner() {
  return forbidden(
    'dbadmin.may_not_name_owner',
    'Only administrators of the databases can create a database for another role. Leave the owner out.',
  );
}

export function requestUndone() {
  return conflict('dbadmin.request_undone', 'This request was undone, so it creates no database any more.');
}

export function creationFailed(sentence: string | undefined) {
  return conflict(
    'dbadmin.creation_failed',
    sentence ?? 'The database could not be created. Check the job that creates it.',
  );
}

export function ownerExists(role: string) {
  return conflict(
    'dbadmin.owner_exists',
    `A role "${role}" already exists on the server. Name it as an existing owner, or choose another name.`,
  );
}
