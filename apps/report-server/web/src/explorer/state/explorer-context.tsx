import { createContext, use, useCallback, useMemo, type ReactNode } from 'react';
import { formatChart, type ChartSpec } from '../chart/spec.ts';
import { addClause, formatFilter, type Clause, type Filter, type Tree } from '../filter/filter.ts';
import type { AddressChange, ExplorerState } from './address.ts';
import type { Source } from './source.ts';
import { useUndo, type History } from './use-undo.ts';

export interface Explorer extends History {
  source: Source;
  state: ExplorerState;
  /** The filter as the API takes it; the same object for as long as it is the same filter. */
  tree: Tree | undefined;
  setFilter: (filter: Filter) => void;
  /** Narrows the rows to those that meet these clauses too. */
  narrow: (...clauses: Clause[]) => void;
  setChart: (chart: ChartSpec) => void;
  /** Picks a row by its key, with what is known of its values; '' picks none. */
  pickRow: (key: string, values?: Record<string, unknown>) => void;
}

export const ExplorerContext = createContext<Explorer | null>(null);

interface ExplorerProviderProps {
  source: Source;
  state: ExplorerState;
  change: (changes: AddressChange) => void;
  children: ReactNode;
}

/** One table, one filter over all of its views, and the steps that can be undone. */
export function ExplorerProvider({ source, state, change: apply, children }: ExplorerProviderProps) {
  const history = useUndo(apply);
  const { change } = history;
  const { filter } = state;
  const text = formatFilter(filter);
  // By its text: the address is parsed again with each of its changes.
  const tree = useMemo(() => (text === '' ? undefined : (JSON.parse(text) as Tree)), [text]);
  const setFilter = useCallback(
    (next: Filter) => change({ filter: formatFilter(next), page: '', row: '' }),
    [change],
  );
  const narrow = useCallback(
    (...clauses: Clause[]) => setFilter(clauses.reduce(addClause, filter)),
    [setFilter, filter],
  );
  const setChart = useCallback((chart: ChartSpec) => change(formatChart(chart)), [change]);
  const pickRow = useCallback((row: string) => change({ row }), [change]);
  const explorer = useMemo(
    () => ({ ...history, source, state, tree, setFilter, narrow, setChart, pickRow }),
    [history, source, state, tree, setFilter, narrow, setChart, pickRow],
  );
  return <ExplorerContext value={explorer}>{children}</ExplorerContext>;
}

export function useExplorer(): Explorer {
  const explorer = use(ExplorerContext);
  if (!explorer) throw new Error('The views of the explorer need an ExplorerProvider around them.');
  return explorer;
}
