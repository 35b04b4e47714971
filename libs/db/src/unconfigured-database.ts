import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { unavailable } from '@cairn/service';
import type { AppError } from '@cairn/service';

/** What a service answers where it needs the database that nobody has given it. */
export function databaseNotConfigured(service: string): AppError {
  return unavailable(
    `${service}.no_database`,
    `The service ${service} has no database; ask the operator to set DATABASE_URL.`,
  );
}

/** Stands in for the database when none is configured: every query is refused with a sentence for the operator. */
export function unconfiguredDatabase<DB>(service: string): Kysely<DB> {
  const refuse = () => Promise.reject(databaseNotConfigured(service));
  return new Kysely<DB>({
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
