import { HELD } from './bookkeeping.ts';
import { copyFileIn } from './copy-in.ts';
import type { Target } from './session.ts';

interface HeldRequest {
  table: string;
  run: string;
  /** Binary COPY of key, reason and blob, with `count` rows. */
  file: string;
  count: number;
  /** A temporary table with the keys of the rows that changed; null: all rows of the table are in the file. */
  keysOf: string | null;
}

/** Replaces the geometries of a table that PostGIS does not take, in the caller's transaction. */
export async function replaceHeld(
  target: Target,
  { table, run, file, count, keysOf }: HeldRequest,
): Promise<void> {
  const { client, place } = target;
  const held = target.table(HELD);
  const among = keysOf === null ? '' : ` AND key IN (SELECT key FROM ${keysOf})`;
  await client.query(`DELETE FROM ${held} WHERE project = $1 AND table_name = $2${among}`, [
    place.projectUuid,
    table,
  ]);
  if (count === 0) return;
  await client.query('CREATE TEMP TABLE pg_temp.held (key bigint, reason text, blob bytea) ON COMMIT DROP');
  await copyFileIn(client, 'COPY pg_temp.held FROM STDIN (FORMAT binary)', file);
  await client.query(
    `INSERT INTO ${held} (project, table_name, key, reason, blob, run)
     SELECT $1, $2, key, reason, blob, $3 FROM pg_temp.held`,
    [place.projectUuid, table, run],
  );
  await client.query('DROP TABLE pg_temp.held');
}
