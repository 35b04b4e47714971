import { useMemo } from 'react';
import { explorerLoader, useDataLoader, type DataLoader } from '../../explorer/data-loader.ts';
import { useMetadata } from '../../explorer/queries.ts';
import type { Source } from '../../explorer/state/source.ts';
import type { InlineView } from '../types.ts';
import { loaderOf } from '../widget/report-loader.ts';
import { tableOf } from './table-of.ts';

/** What is known of the table that a view shows, and where its values come from. */
export function useViewTable(view: InlineView | null | undefined): {
  source: Source | null;
  loader: DataLoader;
} {
  const given = useDataLoader();
  // An embedded page has a loader for each of its widgets.
  const loader = useMemo(() => (given === explorerLoader ? loaderOf(view, {}) : given), [given, view]);
  const table = useMemo(() => tableOf(view), [view]);
  const metadata = useMetadata(table, loader).data;
  const source = useMemo(() => (table && metadata ? { ...table, metadata } : null), [table, metadata]);
  return { source, loader };
}
