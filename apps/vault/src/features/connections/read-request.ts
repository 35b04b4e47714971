import { SSL_MODES } from '@cairn/db';
import type { LoadMode } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { Destination, LoadRequest, NewDatabaseRequest } from './types.ts';

const MODES: LoadMode[] = ['create', 'replace', 'append'];
const DESTINATIONS = ['existing', 'new'] as const;
const OWNER_MODES = ['default', 'existing', 'new'] as const;
const TRUE = /^(true|1|yes|on)$/i;

type Text = (name: string) => string;

/**
 * Reads the `spatialdb_…` fields of a form or of JSON; null when loading into PostGIS is not requested.
 * @throws {AppError} bad_request for invalid fields.
 */
export function readLoadRequest(fields: Record<string, unknown>): LoadRequest | null {
  const text = textOf(fields);
  if (!TRUE.test(text('import'))) return null;
  const table = text('table_name');
  return {
    connection: readDestination(fields),
    schema: text('schema') || 'public',
    ...(table === '' ? {} : { table }),
    mode: oneOf(MODES, text('mode') || 'create', 'spatialdb_mode'),
  };
}

/**
 * Reads the fields that name the database to load into: `spatialdb_destination` and those that belong to it.
 * @throws {AppError} bad_request for invalid fields.
 */
export function readDestination(fields: Record<string, unknown>): Destination {
  const text = textOf(fields);
  const destination = oneOf(DESTINATIONS, text('destination') || 'existing', 'spatialdb_destination');
  if (destination === 'new') return { newDatabase: readNewDatabase(text) };
  if (text('new_database_name') !== '') {
    throw badRequest(
      'vault.bad_destination',
      'spatialdb_new_database_name needs spatialdb_destination to be "new".',
    );
  }
  if (!['', 'default'].includes(text('owner_mode'))) {
    throw badRequest(
      'vault.owner_of_existing',
      'spatialdb_owner_mode is for new databases. Leave it out, or set spatialdb_destination to "new".',
    );
  }
  return readExisting(text);
}

function textOf(fields: Record<string, unknown>): Text {
  return (name) => {
    const value = fields[`spatialdb_${name}`];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).trim()
      : '';
  };
}

function readNewDatabase(text: Text): NewDatabaseRequest {
  const name = text('new_database_name');
  if (text('connection_id') === '' || name === '') {
    throw badRequest(
      'vault.new_database_incomplete',
      'For a new database, set spatialdb_connection_id to the server and spatialdb_new_database_name.',
    );
  }
  const serverId = readId(text, 'connection_id', 'the id of a server of database administration');
  const mode = oneOf(OWNER_MODES, text('owner_mode') || 'default', 'spatialdb_owner_mode');
  if (mode === 'default') return { serverId, name };
  const [username, password] = [text('owner_username'), text('owner_password')];
  if (username === '' || (mode === 'new' && password === '')) {
    throw badRequest(
      'vault.owner_incomplete',
      'For another owner, set spatialdb_owner_username, and for a new one also spatialdb_owner_password.',
    );
  }
  return { serverId, name, owner: { username, ...(mode === 'new' ? { password } : {}) } };
}

function readId(text: Text, name: string, what: string): number {
  const id = Number(text(name));
  if (Number.isSafeInteger(id) && id >= 1) return id;
  throw badRequest('vault.bad_connection', `spatialdb_${name} must be ${what}.`);
}

function readExisting(text: Text): Destination {
  if (text('connection_id') !== '')
    return { id: readId(text, 'connection_id', 'the id of a saved connection') };
  if (text('database_id') !== '')
    return { databaseId: readId(text, 'database_id', 'the id of a database of database administration') };
  if (text('pg_service_name') !== '') return { pgServiceName: text('pg_service_name') };
  const missing = ['host', 'dbname', 'user'].filter((name) => text(name) === '');
  if (missing.length > 0) {
    const names = missing.map((name) => `spatialdb_${name}`).join(', ');
    throw badRequest(
      'vault.connection_incomplete',
      `To load into PostGIS, set a saved connection or ${names}.`,
    );
  }
  const port = text('port') === '' ? 5432 : Number(text('port'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw badRequest('vault.bad_port', 'spatialdb_port must be a number from 1 to 65535.');
  }
  // A path would be a socket of this machine, and a list would be several servers.
  if (!/^[A-Za-z0-9._:-]{1,253}$/.test(text('host'))) {
    throw badRequest('vault.bad_host', 'spatialdb_host must be the name or address of one server.');
  }
  return {
    host: text('host'),
    port,
    database: text('dbname'),
    user: text('user'),
    password: text('password'),
    sslmode: oneOf(SSL_MODES, text('sslmode') || 'prefer', 'spatialdb_sslmode'),
  };
}

/** @throws {AppError} bad_request for a value that is not in the list. */
export function oneOf<T extends string>(values: readonly T[], value: string, name: string): T {
  const choice = values.find((each) => each === value);
  if (!choice) throw badRequest('vault.bad_choice', `${name} must be one of ${values.join(', ')}.`);
  return choice;
}
