import { CONFLICTS, HELD, HISTORY, hasBookkeeping } from './bookkeeping.ts';
import { withTarget } from './session.ts';
import type { SessionDeps } from './session.ts';
import type { Conflict, HeldGeometry, HistoryEntry, PageRequest } from './history-types.ts';
import type { TargetPlace } from './types.ts';

const MAX_PAGE = 200;

const HISTORY_COLUMNS = `id::text, seq::float8, run, table_name AS "table", key::text, op, old, new,
  old_geometry AS "oldGeometry", new_geometry AS "newGeometry", applied_at AS "appliedAt"`;

const CONFLICT_COLUMNS = `id::text, seq::float8, run, table_name AS "table", key::text, kind, found, found_geometry AS "foundGeometry",
  applied, applied_geometry AS "appliedGeometry", applied_at AS "appliedAt",
  resolution, resolved_by AS "resolvedBy", resolved_at AS "resolvedAt"`;

/** See `SyncedTables.readHistory`. */
export function readHistory(
  deps: SessionDeps,
  place: TargetPlace,
  request: PageRequest,
): Promise<HistoryEntry[]> {
  return readPage(deps, place, {
    request,
    table: HISTORY,
    columns: HISTORY_COLUMNS,
    order: 'id',
    where: 'true',
  });
}

/** See `SyncedTables.readConflicts`. */
export function readConflicts(
  deps: SessionDeps,
  place: TargetPlace,
  { isOpen = false, ...request }: PageRequest & { isOpen?: boolean },
): Promise<Conflict[]> {
  const where = isOpen ? 'resolution IS NULL' : 'true';
  return readPage(deps, place, { request, table: CONFLICTS, columns: CONFLICT_COLUMNS, order: 'id', where });
}

/** See `SyncedTables.readHeld`. */
export function readHeld(
  deps: SessionDeps,
  place: TargetPlace,
  request: PageRequest,
): Promise<HeldGeometry[]> {
  const columns = 'table_name AS "table", key::text, reason, blob, run';
  return readPage(deps, place, { request, table: HELD, columns, order: 'key', where: 'true' });
}

interface Page {
  request: PageRequest;
  table: string;
  columns: string;
  order: 'id' | 'key';
  where: string;
}

function readPage<Row extends object>(
  deps: SessionDeps,
  place: TargetPlace,
  { request, table, columns, order, where }: Page,
): Promise<Row[]> {
  const { signal, limit, before = null, key = null } = request;
  return withTarget(deps, { place, signal }, async (target) => {
    if (!(await hasBookkeeping(target))) return [];
    // Qualified: a bare name in ORDER BY would be that of the output, which is a text.
    const { rows } = await target.client.query<Row>(
      `SELECT ${columns} FROM ${target.table(table)} t
        WHERE project = $1 AND ($2::text IS NULL OR table_name = $2) AND ($3::bigint IS NULL OR key = $3)
          AND ($4::bigint IS NULL OR t.${order} < $4) AND ${where}
        ORDER BY t.${order} DESC LIMIT $5`,
      [place.projectUuid, request.table ?? null, key, before, Math.min(limit, MAX_PAGE)],
    );
    return rows;
  });
}
