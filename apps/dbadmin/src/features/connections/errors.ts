import { badGateway, badRequest, conflict, notFound } from '@cairn/service';

/** Errors for violations of constraints of the table of connections. */
export const CONSTRAINTS = {
  connections_name_key: {
    code: 'dbadmin.connection_name_taken',
    message: 'A connection with this name already exists. Choose another name.',
  },
  connections_managed_server_key: {
    code: 'dbadmin.server_managed',
    message:
      'The network rules of this server are already managed through another connection. Use that one, or clear its pg_hba.conf path first.',
  },
};

export function noSuchConnection(id: number) {
  return notFound('dbadmin.no_such_connection', `There is no connection ${id}. Choose one from the list.`);
}

export function passwordMissing() {
  return badRequest('dbadmin.no_password', 'A new connection needs the password of its admin role.');
}

export function passwordNeeded() {
  return badRequest(
    'dbadmin.password_needed',
    'The stored password belongs to the host, port and user it was entered for, and to an SSL mode at least as strict. Enter the password to change them.',
  );
}

export function badText(field: string) {
  return badRequest('dbadmin.bad_text', `The ${field} of a connection must be a single line of text.`);
}

export function notTheHbaFile() {
  return badRequest(
    'dbadmin.not_the_hba_file',
    'This is not the pg_hba.conf file of that server. Enter the path that SHOW hba_file returns there.',
  );
}

export function connectionBusy(name: string, kind: string, action: string) {
  return conflict(
    'dbadmin.connection_busy',
    `A job is working on "${name}" (${kind}). Wait for it or cancel it, then ${action}.`,
  );
}

export function connectionMoved() {
  return conflict(
    'dbadmin.connection_moved',
    'The connection was just changed to another server. Check what is there, then try again.',
  );
}

/** For malformed hosts and forbidden networks alike, so that it reveals nothing of the network. */
export function hostNotAllowed() {
  return badRequest(
    'dbadmin.bad_host',
    'The host must be the name or IP address of one server in a network that the operator allows.',
  );
}

export function unknownHost(host: string) {
  return badGateway('dbadmin.unknown_host', `The host ${host} could not be found. Check its name.`);
}
