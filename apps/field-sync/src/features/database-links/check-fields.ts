import { isIdentifier, SSL_MODES } from '@cairn/db';
import type { SslMode } from '@cairn/db';
import { readHost } from '../actions/check-host.ts';
import { invalidField } from '../actions/errors.ts';
import { MAX_NAME, readPort, requireLine } from '../actions/read-fields.ts';
import type { DatabaseLinkFields } from './types.ts';

const STANDARD_PORT = 5432;

/** Fields of a form as they are sent. */
export interface DatabaseLinkFieldsForm {
  name?: string;
  host?: string;
  port?: string;
  username?: string;
  dbname?: string;
  /** Blank keeps the stored one, `prefer` for a new database. */
  sslmode?: string;
}

/** Checks what a form says about a database, but the password; `sslmode` is null where it is blank. @throws {AppError} bad_request */
export async function readLinkFields(
  form: DatabaseLinkFieldsForm,
  allowedNetworks: string[],
): Promise<Omit<DatabaseLinkFields, 'sslmode'> & { sslmode: SslMode | null }> {
  return {
    name: requireLine('name', form.name, MAX_NAME),
    port: readPort(form.port, STANDARD_PORT),
    username: readIdentifier('username', form.username),
    database: readIdentifier('dbname', form.dbname),
    sslmode: readSslMode(form.sslmode),
    host: await readHost(form.host, allowedNetworks),
  };
}

function readIdentifier(field: string, value: string | undefined): string {
  const name = requireLine(field, value, MAX_NAME);
  if (!isIdentifier(name))
    throw invalidField(`${field} may have at most 63 bytes, as PostgreSQL cuts longer names.`);
  return name;
}

function readSslMode(value: string | undefined): SslMode | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  const mode = SSL_MODES.find((each) => each === text);
  if (!mode) throw invalidField(`sslmode must be one of ${SSL_MODES.join(', ')}.`);
  return mode;
}
