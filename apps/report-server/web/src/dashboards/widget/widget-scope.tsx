import { useMemo, useRef, type ReactNode } from 'react';
import { fromTree, toTree, type Tree } from '../../explorer/filter/filter.ts';
import { parseState, type AddressChange } from '../../explorer/state/address.ts';
import { ExplorerContext, type Explorer } from '../../explorer/state/explorer-context.tsx';
import type { Source } from '../../explorer/state/source.ts';
import { viewSearch } from '../../explorer/views/view-state.ts';
import { clausesOfRow } from './row-clauses.ts';
import type { InlineView } from '../types.ts';
import type { WidgetProps, WidgetState } from './types.ts';
import { WidgetContext } from './widget-context.ts';

interface WidgetScopeProps extends Pick<WidgetProps, 'title' | 'filters' | 'linked' | 'onPick'> {
  view: InlineView;
  source: Source;
  state: WidgetState;
  onStateChange: (state: WidgetState) => void;
  children: ReactNode;
}

const NONE: never[] = [];

/** Gives the explorer's table, chart and map what a view shows, with the filters of the dashboard. */
export function WidgetScope({
  title,
  view,
  source,
  state,
  onStateChange,
  filters = NONE,
  linked = NONE,
  onPick,
  children,
}: WidgetScopeProps) {
  const latest = useRef({ state, onStateChange, onPick });
  latest.current = { state, onStateChange, onPick };
  const conditions = JSON.stringify(filters);
  const explorer = useMemo(() => {
    const ofView = (view.query as { filter?: Tree } | undefined)?.filter;
    const filter = [...fromTree(ofView), ...(JSON.parse(conditions) as Tree[]).flatMap(fromTree)];
    const search = viewSearch({ key: '', query: {}, visual: {}, ...view, source });
    const params = new URLSearchParams(search ?? '');
    for (const [name, value] of Object.entries(state)) params.set(name, value);
    return { state: { ...parseState(params), filter }, tree: toTree(filter), at: params.get('at') ?? '' };
  }, [view, source, conditions, state]);
  const context = useMemo((): Explorer => {
    const ignore = () => undefined;
    const change = (changes: AddressChange) => {
      const next = { ...latest.current.state, ...changes };
      latest.current.onStateChange(next);
    };
    return {
      ...{ source, change, undo: ignore, redo: ignore, canUndo: false, canRedo: false },
      ...{ state: explorer.state, tree: explorer.tree, setFilter: ignore, setChart: ignore },
      narrow: (...clauses) => latest.current.onPick?.(clauses),
      pickRow: (row, values = {}) => {
        change({ row });
        latest.current.onPick?.(row === '' ? [] : clausesOfRow({ row, values, linked, source }), row);
      },
    };
  }, [source, explorer, linked]);
  const widget = useMemo(
    () => ({ title, at: explorer.at, linked, canPick: onPick !== undefined }),
    [title, explorer.at, linked, onPick],
  );
  return (
    <ExplorerContext value={context}>
      <WidgetContext value={widget}>{children}</WidgetContext>
    </ExplorerContext>
  );
}
