import type { Kysely } from 'kysely';
import type { DbadminDatabase } from './schema.ts';

/** The pool or a transaction: a repo takes either. */
export type Db = Kysely<DbadminDatabase>;
