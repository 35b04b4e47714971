import { badRequest } from '@cairn/service';
import { TEMPORARY_PREFIX } from '../../server-jobs/attempt-names.ts';

const MAX_BYTES = 63;
/** Letters and digits of any script first; so no name looks like an option, a path or a connection string to any program. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .$-]*$/u;

/** The name for a new database, as it was sent; AppError `bad_request` with a sentence otherwise. */
export function readDatabaseName(sent: string): string {
  const isPlain = NAME.test(sent) && !sent.endsWith(' ') && Buffer.byteLength(sent) <= MAX_BYTES;
  if (isPlain && !sent.startsWith(TEMPORARY_PREFIX)) return sent;
  throw badRequest(
    'dbadmin.bad_database_name',
    'The name of a database has 1 to 63 bytes: letters, digits and "_" first, then also spaces, ".", "-" and "$".',
  );
}

/** A name that fits, made of another and an ending. */
export function withEnding(name: string, ending: string): string {
  let begin = [...name];
  while (Buffer.byteLength(begin.join('')) + Buffer.byteLength(ending) > MAX_BYTES)
    begin = begin.slice(0, -1);
  return begin.join('') + ending;
}
