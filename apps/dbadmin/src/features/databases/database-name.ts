import { badRequest } from '@cairn/service';
import { TEMPORARY_PREFIX } from '../../server-jobs/attempt-names.ts';

const MAX_BYTES = 63;
/** Starts with a letter or digit of any script, so that no program takes a name for an option, a path or a connection string. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .$-]*$/u;

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
