import type { Kysely } from 'kysely';
import type { VaultDatabase } from './schema.ts';

/** The pool or a transaction: a repo takes either. */
export type Db = Kysely<VaultDatabase>;
