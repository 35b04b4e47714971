import { SSL_MODES } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type { LoadMode } from '@cairn/geo';
import { badRequest } from '@cairn/service';

/** What the `spatialdb_…` fields of an upload or import ask for. Holds a password unless it names a saved connection. */
export interface PostgisRequest {
  connection: { id: number } | ServerAddress;
  schema: string;
  table?: string;
  mode: LoadMode;
}

const MODES: LoadMode[] = ['create', 'replace', 'append'];
const TRUE = /^(true|1|yes|on)$/i;

/**
 * Reads the fields, which come as texts of a form or as JSON; null when nobody asked for PostGIS.
 * AppError `bad_request` for what cannot be meant.
 */
export function readPostgisRequest(fields: Record<string, unknown>): PostgisRequest | null {
  const text = (name: string): string => {
    const value = fields[`spatialdb_${name}`];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).trim()
      : '';
  };
  if (!TRUE.test(text('import'))) return null;
  const destination = text('destination') || 'existing';
  if (destination === 'new' || text('new_database_name') !== '') {
    throw badRequest(
      'vault.no_new_database',
      'The vault makes no databases; create one first and name it with spatialdb_host and spatialdb_dbname.',
    );
  }
  if (destination !== 'existing') {
    throw badRequest('vault.bad_destination', 'spatialdb_destination must be "existing".');
  }
  const table = text('table_name');
  return {
    connection: readConnection(text),
    schema: text('schema') || 'public',
    ...(table === '' ? {} : { table }),
    mode: oneOf(MODES, text('mode') || 'create', 'spatialdb_mode'),
  };
}

function readConnection(text: (name: string) => string): PostgisRequest['connection'] {
  if (text('connection_id') !== '') {
    const id = Number(text('connection_id'));
    if (!Number.isSafeInteger(id) || id < 1) {
      throw badRequest(
        'vault.bad_connection',
        'spatialdb_connection_id must be the number of a saved connection.',
      );
    }
    return { id };
  }
  if (text('database_id') !== '' || text('pg_service_name') !== '') {
    throw badRequest(
      'vault.no_database_service',
      'Databases cannot be named by spatialdb_database_id or spatialdb_pg_service_name here; give spatialdb_connection_id or host, database and user.',
    );
  }
  const missing = ['host', 'dbname', 'user'].filter((name) => text(name) === '');
  if (missing.length > 0) {
    const names = missing.map((name) => `spatialdb_${name}`).join(', ');
    throw badRequest(
      'vault.connection_incomplete',
      `To load into PostGIS, give a saved connection or ${names} too.`,
    );
  }
  const port = text('port') === '' ? 5432 : Number(text('port'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw badRequest('vault.bad_port', 'spatialdb_port must be a number from 1 to 65535.');
  }
  // A path would be a socket of this machine, a list several servers.
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

function oneOf<T extends string>(values: readonly T[], value: string, name: string): T {
  const found = values.find((each) => each === value);
  if (!found) throw badRequest('vault.bad_choice', `${name} must be one of ${values.join(', ')}.`);
  return found;
}
