import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { unavailable } from '@cairn/service';
import type { VaultDatabase } from './schema.ts';

/** The pool or a transaction: a repo takes either. */
export type Db = Kysely<VaultDatabase>;

/** Stands in for the database when none is configured: every query is refused with a sentence for the operator. */
export function unconfiguredDatabase(): Db {
  const refuse = () => Promise.reject(notConfigured());
  return new Kysely<VaultDatabase>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: refuse,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        releaseConnection: () => Promise.resolve(),
        destroy: () => Promise.resolve(),
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

export function notConfigured() {
  return unavailable('vault.no_database', 'The vault has no database; ask the operator to set DATABASE_URL.');
}
