import { STATE } from './bookkeeping.ts';
import { stateMoved } from './errors.ts';
import { inProjectTransaction, withTarget } from './session.ts';
import type { SessionDeps, Target } from './session.ts';
import type { SyncState, TableCounts, TableLayout, TargetPlace } from './types.ts';

interface StateRow {
  seq: string;
  version: string;
  package_sha256: string;
  run: string;
  layout: TableLayout[];
  counts: TableCounts[];
  applied_at: Date;
}

/** See `SyncedTables.readState`. */
export function readState(
  deps: SessionDeps,
  place: TargetPlace,
  { signal }: { signal: AbortSignal },
): Promise<SyncState | null> {
  return withTarget(deps, { place, signal }, (target) =>
    inProjectTransaction(target, signal, () => lockState(target)),
  );
}

/** The row of the project, locked until the transaction ends; null without one. */
export async function lockState(target: Target): Promise<SyncState | null> {
  const { client, place } = target;
  const state = target.table(STATE);
  const { rows: tables } = await client.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [state],
  );
  if (tables[0]?.exists !== true) return null;
  const { rows } = await client.query<StateRow>(
    `SELECT seq, version, package_sha256, run, layout, counts, applied_at FROM ${state} WHERE project = $1 FOR UPDATE`,
    [place.projectUuid],
  );
  const [row] = rows;
  if (!row) return null;
  const { seq, version, package_sha256: packageSha256, run, layout, counts, applied_at: appliedAt } = row;
  return { seq: Number(seq), version, packageSha256, run, layout, counts, appliedAt };
}

export type NewState = Omit<SyncState, 'appliedAt'>;

/** Writes the state that follows `state.seq - 1`. @throws {TargetError} read_state when another one is there */
export async function writeState(target: Target, state: NewState): Promise<void> {
  const { seq, version, packageSha256, run, layout, counts } = state;
  const values = [version, packageSha256, run, JSON.stringify(layout), JSON.stringify(counts)];
  const table = target.table(STATE);
  const columns = 'version, package_sha256, run, layout, counts';
  const { rowCount } = await target.client.query(
    seq === 1
      ? `INSERT INTO ${table} (project, seq, ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (project) DO NOTHING`
      : `UPDATE ${table} SET (${columns}, seq, applied_at) = ROW ($3, $4, $5::uuid, $6::jsonb, $7::jsonb, $2::bigint, now())
          WHERE project = $1 AND seq = $2::bigint - 1`,
    [target.place.projectUuid, seq, ...values],
  );
  if (rowCount !== 1) throw stateMoved(seq - 1, (await lockState(target))?.seq ?? 0);
}
