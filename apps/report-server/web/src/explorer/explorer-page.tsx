import { lazy, Suspense } from 'react';
import { LoadingRows } from '@cairn/ui';
import { useAddress } from './state/address.ts';

const StartPage = lazy(async () => ({ default: (await import('./start/start-page.tsx')).StartPage }));
const OpenView = lazy(async () => ({ default: (await import('./open-view.tsx')).OpenView }));
const OpenTable = lazy(async () => ({ default: (await import('./open-table.tsx')).OpenTable }));

/** The data explorer: the search for a table, or the table or view that the address names. */
export function ExplorerPage() {
  const { state, change } = useAddress();
  return (
    <Suspense fallback={<LoadingRows rows={8} height={48} />}>
      {state.table ? (
        <OpenTable table={state.table} state={state} change={change} />
      ) : state.view ? (
        <OpenView name={state.view} />
      ) : (
        <StartPage />
      )}
    </Suspense>
  );
}
