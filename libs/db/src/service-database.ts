import type { Kysely } from 'kysely';
import type pg from 'pg';
import { createDatabase } from './database.ts';
import type { DatabaseOptions } from './database.ts';
import { unconfiguredDatabase } from './unconfigured-database.ts';

export interface ServiceDatabaseOptions extends Pick<DatabaseOptions, 'statementTimeoutMs' | 'logger'> {
  /** Undefined when the service has no database. */
  url: string | undefined;
  /** The service's name, which is that of its schema. */
  service: string;
}

export interface ServiceDatabase<DB> {
  db: Kysely<DB>;
  /** The pool under `db`; undefined without a database. */
  pool: pg.Pool | undefined;
  isConfigured: boolean;
  close(): Promise<void>;
}

/** The database of a service; without a URL every query fails with AppError `unavailable`. */
export function createServiceDatabase<DB>(options: ServiceDatabaseOptions): ServiceDatabase<DB> {
  const { url, service, ...more } = options;
  if (url === undefined) {
    const db = unconfiguredDatabase<DB>(service);
    return { db, pool: undefined, isConfigured: false, close: () => db.destroy() };
  }
  return {
    ...createDatabase<DB>({ url, schema: service, applicationName: service, ...more }),
    isConfigured: true,
  };
}
