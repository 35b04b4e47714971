import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { unavailable } from '@cairn/service';
import type { PortalDatabase } from './schema.ts';

/** The pool or a transaction: a repo takes either. */
export type Db = Kysely<PortalDatabase>;

/** Stands in for the database when none is configured: every query is refused with a sentence for the operator. */
export function unconfiguredDatabase(): Db {
  const refuse = () => Promise.reject(notConfigured());
  return new Kysely<PortalDatabase>({
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
  return unavailable(
    'portal.no_database',
    'The portal has no database; ask the operator to set DATABASE_URL.',
  );
}
