import { badRequest, conflict, notFound } from '@cairn/service';

/** Errors for violated constraints of the table of connections. */
export const CONSTRAINTS = {
  connections_name_key: {
    code: 'vault.connection_name_taken',
    message:
      'There is another connection with this name (capital letters make no difference). Choose another name.',
  },
};

export function noSuchConnection(id: number) {
  return notFound('vault.no_such_connection', `There is no saved connection ${id}. Choose another.`);
}

export function fieldMissing(field: string) {
  return badRequest('vault.connection_incomplete', `A connection needs a ${field}.`);
}

export function passwordNeeded() {
  return badRequest(
    'vault.password_needed',
    'The stored password belongs to the host, port and user for which it was entered, and to an sslmode at least as strict. Enter the password to change them.',
  );
}

export function badField(field: string, what: string) {
  return badRequest('vault.bad_connection', `The ${field} of a connection must be ${what}.`);
}

/** The login of such a connection changes with each call of its owner; nobody else knows its password. */
export function connectionManaged() {
  return badRequest(
    'vault.connection_managed',
    'Database administration created this connection for one user, and manages its login. It cannot be changed here, only deleted.',
  );
}

/** `names`: those of the datasets that the caller may see. */
export function connectionInUse({ count, names }: { count: number; names: string[] }) {
  const hidden = count - names.length;
  const others = hidden === 0 ? [] : [hidden === 1 ? 'one other dataset' : `${hidden} other datasets`];
  const datasets = [...names.map((name) => `"${name}"`), ...others].join(', ');
  return conflict(
    'vault.connection_in_use',
    `The rows of these datasets are read through this connection: ${datasets}. In the list of datasets, archive each of them, then choose "Delete permanently". Their tables stay in the database.`,
  );
}
