import type { Target } from './session.ts';

/** Our own tables in the schema of the layers. */
export const STATE = 'cairn_sync_state';
export const HISTORY = 'cairn_sync_history';
export const CONFLICTS = 'cairn_sync_conflicts';
export const HELD = 'cairn_sync_held';

export const BOOKKEEPING = [STATE, HISTORY, CONFLICTS, HELD];

/** Whether the schema has our own tables: not before the first load. */
export async function hasBookkeeping({ client, table }: Target): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    table(STATE),
  ]);
  return rows[0]?.exists === true;
}

/**
 * Makes our tables where they are missing. They hold rows of every project whose tables are in the schema. Geometries are bytes: a
 * geometry column would be published by each server of tiles that lists them.
 */
export async function createBookkeeping(target: Target): Promise<void> {
  const { client } = target;
  const [state, history, conflicts, held] = BOOKKEEPING.map(target.table);
  await client.query('BEGIN');
  try {
    // Two projects may start to use a schema at once.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `cairn field-sync tables ${target.place.schema}`,
    ]);
    await client.query(`
      CREATE TABLE IF NOT EXISTS ${state} (
        project uuid PRIMARY KEY,
        seq bigint NOT NULL,
        version text NOT NULL,
        package_sha256 text NOT NULL,
        run uuid NOT NULL,
        -- Names and types of tables and columns, decided once.
        layout jsonb NOT NULL,
        -- Of the last run.
        counts jsonb NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE IF NOT EXISTS ${history} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        project uuid NOT NULL,
        seq bigint NOT NULL,
        run uuid NOT NULL,
        table_name text NOT NULL,
        key bigint NOT NULL,
        -- I, U or D.
        op "char" NOT NULL,
        old jsonb,
        new jsonb,
        -- EWKB; both are null where an update left the geometry as it was.
        old_geometry bytea,
        new_geometry bytea,
        applied_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX IF NOT EXISTS cairn_sync_history_row ON ${history} (project, table_name, key, id);
      CREATE TABLE IF NOT EXISTS ${conflicts} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        project uuid NOT NULL,
        seq bigint NOT NULL,
        run uuid NOT NULL,
        table_name text NOT NULL,
        key bigint NOT NULL,
        -- What someone had done with the row by hand.
        kind text NOT NULL CHECK (kind IN ('edited', 'deleted', 'inserted')),
        -- The row that was there, and the one of the package that took its place; null for none.
        found jsonb,
        found_geometry bytea,
        applied jsonb,
        applied_geometry bytea,
        applied_at timestamptz NOT NULL DEFAULT now(),
        resolution text CHECK (resolution IN ('kept', 'restored')),
        resolved_by text,
        resolved_at timestamptz
      );
      CREATE INDEX IF NOT EXISTS cairn_sync_conflicts_project ON ${conflicts} (project, id);
      CREATE TABLE IF NOT EXISTS ${held} (
        project uuid NOT NULL,
        table_name text NOT NULL,
        key bigint NOT NULL,
        -- Why PostGIS does not take the geometry, and its bytes as the package has them.
        reason text NOT NULL,
        blob bytea NOT NULL,
        run uuid NOT NULL,
        PRIMARY KEY (project, table_name, key)
      );
    `);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
