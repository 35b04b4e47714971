import { SSL_MODES } from '@cairn/db';
import type { LoadMode } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { LoadRequest } from './types.ts';

const MODES: LoadMode[] = ['create', 'replace', 'append'];
const TRUE = /^(true|1|yes|on)$/i;

/**
 * Reads the `spatialdb_…` fields of a form or of JSON; null when loading into PostGIS is not requested.
 * @throws {AppError} bad_request for invalid fields.
 */
export function readLoadRequest(fields: Record<string, unknown>): LoadRequest | null {
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
      'The vault cannot create databases. Create one first and name it with spatialdb_host and spatialdb_dbname.',
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

function readConnection(text: (name: string) => string): LoadRequest['connection'] {
  if (text('connection_id') !== '') {
    const id = Number(text('connection_id'));
    if (!Number.isSafeInteger(id) || id < 1) {
      throw badRequest(
        'vault.bad_connection',
        'spatialdb_connection_id must be the id of a saved connection.',
      );
    }
    return { id };
  }
  if (text('database_id') !== '' || text('pg_service_name') !== '') {
    throw badRequest(
      'vault.no_database_service',
      'spatialdb_database_id and spatialdb_pg_service_name are not supported. Use spatialdb_connection_id, or host, database and user.',
    );
  }
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

function oneOf<T extends string>(values: readonly T[], value: string, name: string): T {
  const choice = values.find((each) => each === value);
  if (!choice) throw badRequest('vault.bad_choice', `${name} must be one of ${values.join(', ')}.`);
  return choice;
}
