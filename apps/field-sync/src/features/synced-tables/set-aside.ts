import { notFound } from '@cairn/service';
import { STATE } from './bookkeeping.ts';
import type { SetAsideRequest } from './history-types.ts';
import { inProjectTransaction, withTarget } from './session.ts';
import type { SessionDeps } from './session.ts';
import { lockState } from './state.ts';
import type { ColumnLayout, GeometryLayout, TableLayout, TargetPlace } from './types.ts';

/** See `SyncedTables.setAside`. */
export function setAside(
  deps: SessionDeps,
  place: TargetPlace,
  { table, column, isAside, signal }: SetAsideRequest,
): Promise<void> {
  return withTarget(deps, { place, signal }, (target) =>
    inProjectTransaction(target, signal, async () => {
      const state = await lockState(target);
      const layout = state?.layout.find((each) => each.table === table);
      const isKnown =
        column === null ||
        [...(layout?.columns ?? []), layout?.geometry].some((each) => each?.name === column);
      if (!state || !layout || !isKnown)
        throw notFound(
          'field_sync.no_such_column',
          `The project has no table "${table}" with this column. Reload the page.`,
        );
      const changed = state.layout.map((each) =>
        each === layout ? markAside(each, { column, isAside }) : each,
      );
      await target.client.query(`UPDATE ${target.table(STATE)} SET layout = $2 WHERE project = $1`, [
        place.projectUuid,
        JSON.stringify(changed),
      ]);
    }),
  );
}

function markAside(
  layout: TableLayout,
  { column, isAside }: Pick<SetAsideRequest, 'column' | 'isAside'>,
): TableLayout {
  // What comes back is taken for something that was gone: the next run reads the rows of the table itself.
  const frozen = isAside ? ('set_aside' as const) : ('gone' as const);
  if (column === null) return { ...layout, frozen };
  const mark = <T extends ColumnLayout | GeometryLayout>(each: T): T =>
    each.name === column ? { ...each, frozen } : each;
  return { ...layout, columns: layout.columns.map(mark), geometry: layout.geometry && mark(layout.geometry) };
}
