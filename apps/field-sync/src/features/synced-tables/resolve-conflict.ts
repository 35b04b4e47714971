import { ident, useDatabaseSearchPath, useServerSearchPath } from '@cairn/db';
import { conflict, notFound } from '@cairn/service';
import { CONFLICTS } from './bookkeeping.ts';
import type { Resolution } from './history-types.ts';
import { columnType } from './layout-steps.ts';
import { requireServer } from './server-queries.ts';
import { inProjectTransaction, withTarget } from './session.ts';
import type { SessionDeps, Target } from './session.ts';
import { lockState } from './state.ts';
import type { TableLayout, TargetPlace } from './types.ts';

interface ConflictRow {
  table: string;
  key: string;
  isResolved: boolean;
  hasFound: boolean;
  geometry: Buffer | null;
}

/** See `SyncedTables.resolveConflict`. */
export function resolveConflict(
  deps: SessionDeps,
  place: TargetPlace,
  { id, resolution, by, signal }: Resolution,
): Promise<void> {
  return withTarget(deps, { place, signal }, async (target) => {
    const { postgis } = await requireServer(target, { create: false });
    await inProjectTransaction(target, signal, async () => {
      const state = await lockState(target);
      const row = state && (await lockConflict(target, id));
      if (!row) throw notFound('field_sync.no_such_conflict', `There is no conflict ${id}. Reload the page.`);
      if (row.isResolved)
        throw conflict(
          'field_sync.conflict_resolved',
          'This conflict has been decided already. Reload the page.',
        );
      const layout = state.layout.find(({ table }) => table === row.table);
      if (resolution === 'restored') {
        if (!layout)
          throw conflict('field_sync.no_such_table', `The table "${row.table}" is no longer synchronised.`);
        await restore(target, { id, row, layout, postgis });
      }
      await target.client.query(
        `UPDATE ${target.table(CONFLICTS)} SET resolution = $2, resolved_by = $3, resolved_at = now() WHERE id = $1`,
        [id, resolution, by],
      );
    });
  });
}

async function lockConflict({ client, place, table }: Target, id: string): Promise<ConflictRow | undefined> {
  const { rows } = await client.query<ConflictRow>(
    `SELECT table_name AS "table", key::text, resolution IS NOT NULL AS "isResolved", found IS NOT NULL AS "hasFound",
       found_geometry AS geometry FROM ${table(CONFLICTS)} WHERE id = $1 AND project = $2 FOR UPDATE`,
    [id, place.projectUuid],
  );
  return rows[0];
}

interface Restoration {
  id: string;
  row: ConflictRow;
  layout: TableLayout;
  postgis: string;
}

async function restore(target: Target, { id, row, layout, postgis }: Restoration): Promise<void> {
  const { client } = target;
  const table = target.table(layout.table);
  const key = ident(layout.key.name);
  // As texts, since numbers of JavaScript are less exact than those of the table.
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT e.key AS name, e.value FROM ${target.table(CONFLICTS)} c, jsonb_each_text(c.found) e WHERE c.id = $1`,
    [id],
  );
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  const columns = layout.columns
    .filter(({ name }) => found.has(name))
    .map((column) => ({
      name: column.name,
      type: columnType(column, { postgis }),
      value: found.get(column.name) as unknown,
    }));
  if (layout.geometry)
    columns.push({
      name: layout.geometry.name,
      type: `${postgis}.geometry`,
      value: row.geometry?.toString('hex') ?? null,
    });
  const names = columns.map(({ name }) => ident(name));
  const values = columns.map(({ type }, i) => `$${i + 2}::${type}`);
  const parameters = [row.key, ...columns.map(({ value }) => value)];
  const where = `${key} OPERATOR(pg_catalog.=) $1::pg_catalog.int8`;
  // Triggers of the table see the search path of their database, as when people edit it.
  await useDatabaseSearchPath(client);
  if (!row.hasFound) await client.query(`DELETE FROM ${table} WHERE ${where}`, [row.key]);
  else {
    const set = names.map((name, i) => `${name} = ${values[i]}`).join(', ');
    const updated =
      set === '' ? null : await client.query(`UPDATE ${table} SET ${set} WHERE ${where}`, parameters);
    if (updated?.rowCount !== 1)
      await client.query(
        `INSERT INTO ${table} (${[key, ...names].join(', ')}) OVERRIDING SYSTEM VALUE
         VALUES (${['$1::pg_catalog.int8', ...values].join(', ')}) ON CONFLICT (${key}) DO NOTHING`,
        parameters,
      );
  }
  await useServerSearchPath(client);
}
