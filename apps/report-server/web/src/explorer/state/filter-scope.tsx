import { useMemo, type ReactNode } from 'react';
import { addClause, toTree, type Filter } from '../filter/filter.ts';
import { parseState } from './address.ts';
import { ExplorerContext, type Explorer } from './explorer-context.tsx';
import type { Source } from './source.ts';

interface FilterScopeProps {
  source: Source;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  children: ReactNode;
}

/** The parts of the filter bar for a filter that is not the explorer's own, and not in the address. */
export function FilterScope({ source, filter, onFilter, children }: FilterScopeProps) {
  const explorer = useMemo((): Explorer => {
    const ignore = () => undefined;
    return {
      source,
      state: { ...parseState(new URLSearchParams()), filter },
      tree: toTree(filter),
      setFilter: onFilter,
      narrow: (...clauses) => onFilter(clauses.reduce(addClause, filter)),
      setChart: ignore,
      pickRow: ignore,
      change: ignore,
      undo: ignore,
      redo: ignore,
      canUndo: false,
      canRedo: false,
    };
  }, [source, filter, onFilter]);
  return <ExplorerContext value={explorer}>{children}</ExplorerContext>;
}
