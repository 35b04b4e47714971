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
