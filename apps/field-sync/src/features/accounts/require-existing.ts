import type { Db } from '../../db/schema.ts';
import { unknownMembers } from './errors.ts';
import { lockExisting } from './group-repo.ts';

/** Until the end of the transaction. @throws {AppError} bad_request for ids without a row; the table of `group` is `groups` */
export async function requireExisting(
  trx: Db,
  noun: 'user' | 'group' | 'project',
  ids: readonly number[],
): Promise<void> {
  const existing = new Set(await lockExisting(trx, `${noun}s`, ids));
  const missing = ids.filter((id) => !existing.has(id));
  if (missing.length > 0) throw unknownMembers(noun, missing);
}
