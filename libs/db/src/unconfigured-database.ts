import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { unavailable } from '@cairn/service/errors';
import type { AppError } from '@cairn/service/errors';

/** The error of a service without a database. */
export function databaseNotConfigured(service: string): AppError {
  return unavailable(
    `${service}.no_database`,
    `The service ${service} has no database; ask the operator to set DATABASE_URL.`,
  );
}

/** A database for a service without one: every query fails with a message for the operator. */
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
