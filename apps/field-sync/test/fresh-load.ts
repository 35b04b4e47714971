import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PackageFile, SyncedTables, TargetPlace } from '../src/features/synced-tables/types.ts';

interface FreshLoadDeps {
  tables: Pick<SyncedTables, 'planChange' | 'applyChange'>;
  /** A question of the superuser to the database of the projects. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  inScratch<T>(work: (cwd: string) => Promise<T>): Promise<T>;
}

/** The schema of the fresh load. */
export const FRESH = 'fresh_load';

/** Compares the tables of projects with those of a fresh load, which is made once for all tables of a package. */
export function createFreshLoad({ tables, query, inScratch }: FreshLoadDeps) {
  let loaded: string | null = null;

  async function load(place: TargetPlace, next: PackageFile): Promise<void> {
    loaded = null;
    await query(
      `DROP SCHEMA IF EXISTS ${FRESH} CASCADE; CREATE SCHEMA ${FRESH} AUTHORIZATION "${place.address.user}"`,
    );
    const { signal } = new AbortController();
    const guards = { maxDeletePercent: 100, skipInit: false, approval: null };
    const fresh = { ...place, schema: FRESH, projectUuid: randomUUID() };
    await inScratch(async (cwd) => {
      const plan = await tables.planChange({
        ...{ place: fresh, next, guards, cwd, signal, state: null, base: null },
      });
      await tables.applyChange(plan, {
        ...{ run: randomUUID(), version: FRESH, packageSha256: next.sha256, expectedSeq: 0, signal },
      });
    });
    loaded = next.sha256;
  }

  /** Rows of a table that are not those of a fresh load of the package, in both directions; geometries count by their bytes. */
  return async function differences(place: TargetPlace, next: PackageFile, table: string): Promise<number> {
    if (loaded !== next.sha256) await load(place, next);
    const { rows: columns } = await query(
      `SELECT attname AS name, format_type(atttypid, NULL) = 'geometry' AS is_geometry FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [`${FRESH}."${table}"`],
    );
    const list = columns.map(({ name, is_geometry }) => (is_geometry ? `ST_AsEWKB("${name}")` : `"${name}"`));
    const [ours, theirs] = [place.schema, FRESH].map(
      (schema) => `SELECT ${list.join(', ')} FROM "${schema}"."${table}"`,
    );
    const { rows } = await query(
      `SELECT count(*)::integer AS count FROM ((${ours} EXCEPT ALL ${theirs}) UNION ALL (${theirs} EXCEPT ALL ${ours})) d`,
    );
    return rows[0].count;
  };
}
