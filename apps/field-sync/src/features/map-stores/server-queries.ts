import { ident } from '@cairn/db';
import { openLinkSession } from '../database-links/link-session.ts';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import type { SourceTable, TableSource } from './types.ts';

const APPLICATION_NAME = 'cairn field sync';

interface TableRow {
  column: string | null;
  srid: number | null;
  isGeographic: boolean | null;
}

/**
 * What a layer needs to know of a table in the database of a project; null when there is no such table.
 * @throws {OutboundError} for a host that may not be called; errors of the driver
 */
export async function findSourceTable(
  deps: LinkSessionDeps,
  { address, schema }: TableSource,
  { table, signal }: { table: string; signal: AbortSignal },
): Promise<SourceTable | null> {
  const { client, close } = await openLinkSession(deps, address, {
    ...{ applicationName: APPLICATION_NAME, signal },
    settings: { default_transaction_read_only: 'on' },
    statementTimeoutMs: 30_000,
  });
  try {
    const { rows: spaces } = await client.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'postgis'`,
    );
    const postgis = ident(spaces[0]?.name ?? 'public');
    const { rows } = await client.query<TableRow>(
      `SELECT g.f_geometry_column AS "column", g.srid,
              coalesce(s.srtext ~ '^(GEOGCS|GEOGCRS)', false) AS "isGeographic"
         FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
         LEFT JOIN ${postgis}.geometry_columns g ON g.f_table_schema = n.nspname AND g.f_table_name = c.relname
         LEFT JOIN ${postgis}.spatial_ref_sys s ON s.srid = g.srid
        WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        ORDER BY g.f_geometry_column LIMIT 1`,
      [schema, table],
    );
    const [row] = rows;
    if (!row) return null;
    if (row.column === null) return { geometry: null };
    const { rows: found } = await client.query(
      `SELECT FROM ${ident(schema)}.${ident(table)} WHERE ${ident(row.column)} IS NOT NULL LIMIT 1`,
    );
    const geometry = { srid: row.srid ?? 0, isGeographic: row.isGeographic ?? false };
    return { geometry: { ...geometry, isEmpty: found.length === 0 } };
  } finally {
    await close();
  }
}
