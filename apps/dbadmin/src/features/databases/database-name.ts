import { badRequest } from '@cairn/service';
import { TEMPORARY_PREFIX } from '../../server-jobs/attempt-names.ts';
import type { Platform } from '../connections/platform.ts';
import { systemDatabase } from './errors.ts';

const MAX_BYTES = 63;
/** Starts with a letter or digit of any script, so that no program takes a name for an option, a path or a connection string. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .$-]*$/u;

/** Created by initdb: the maintenance database, and the templates of new databases. */
const SYSTEM_DATABASES = new Set(['postgres', 'template0', 'template1']);

/** Checks the name of a new database. @throws {AppError} bad_request */
export function readDatabaseName(sent: string): string {
  const isPlain = NAME.test(sent) && !sent.endsWith(' ') && Buffer.byteLength(sent) <= MAX_BYTES;
  if (isPlain && !sent.startsWith(TEMPORARY_PREFIX)) return sent;
  throw badRequest(
    'dbadmin.bad_database_name',
    'Names of databases have 1 to 63 bytes and start with a letter, a digit or "_", followed by these, spaces, ".", "-" and "$".',
  );
}

/** Appends an ending to a name, and shortens the name to fit. */
export function withEnding(name: string, ending: string): string {
  let begin = [...name];
  while (Buffer.byteLength(begin.join('')) + Buffer.byteLength(ending) > MAX_BYTES)
    begin = begin.slice(0, -1);
  return begin.join('') + ending;
}

/** @throws {AppError} bad_request for databases that no user may create, replace, load into or drop here. */
export type RefuseReserved = (connectionId: number, name: string) => Promise<void>;

/** Reserves the system databases of every server, and the platform's own, which hold its users, permissions and secrets. */
export function createRefuseReserved(platform: Pick<Platform, 'ownsDatabase'>): RefuseReserved {
  return async (connectionId, name) => {
    if (SYSTEM_DATABASES.has(name.toLowerCase())) throw systemDatabase(name, 'Choose another database.');
    if (await platform.ownsDatabase(connectionId, name)) {
      throw badRequest(
        'dbadmin.platform_database',
        `"${name}" is the platform's own database and cannot be created, changed, shared or dropped here.`,
      );
    }
  };
}

export function isSystemDatabase(name: string): boolean {
  return SYSTEM_DATABASES.has(name);
}
