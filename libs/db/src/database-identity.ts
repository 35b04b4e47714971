import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Identifies a database, whatever the address of its server. */
export interface DatabaseIdentity {
  /** system_identifier: the same for a cluster and its replicas, and constant. */
  serverIdentifier: string;
  name: string;
}

/** As a statement, for sessions that do not come from a Kysely pool. */
export const IDENTITY_SQL =
  'SELECT system_identifier::text AS "serverIdentifier", current_database()::text AS name FROM pg_control_system()';

/** Reads which database this is. Throws the errors of the database. */
export async function readDatabaseIdentity(db: Kysely<any>): Promise<DatabaseIdentity> {
  const { rows } = await sql.raw<DatabaseIdentity>(IDENTITY_SQL).execute(db);
  return rows[0] as DatabaseIdentity;
}
