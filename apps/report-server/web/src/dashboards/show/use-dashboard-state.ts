import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '../../explorer/state/address.ts';
import { useUndo, type History } from '../../explorer/state/use-undo.ts';
import type { WidgetState } from '../widget/types.ts';
import {
  changePick,
  formatDashboardState,
  parseDashboardState,
  UNDONE,
  type DashboardState,
  type Pick,
} from '../state/dashboard-state.ts';

export interface DashboardView {
  state: DashboardState;
  history: History;
  setValue: (name: string, value: unknown) => void;
  pick: (pick: Pick) => void;
  setWidget: (widget: string, state: WidgetState) => void;
  clear: () => void;
}

/** The state of a dashboard's view, kept in the address, so that a link shows the same. */
export function useDashboardState(): DashboardView {
  const [params] = useSearchParams();
  const apply = useChangeAddress();
  const history = useUndo(apply, UNDONE);
  const state = useMemo(() => parseDashboardState(params), [params]);
  const { change } = history;
  const steps = useMemo(() => {
    const now = () => parseDashboardState(new URLSearchParams(window.location.search));
    return {
      setValue: (name: string, value: unknown) =>
        change(formatDashboardState({ values: { ...now().values, [name]: value } })),
      pick: (pick: Pick) => change(formatDashboardState({ picks: changePick(now().picks, pick) })),
      setWidget(widget: string, next: WidgetState) {
        // A picked row is kept with what it filters by.
        const isKept = ([name, text]: [string, string]) => name !== 'row' && text !== '';
        const set = Object.fromEntries(Object.entries(next).filter(isKept));
        const { [widget]: _, ...others } = now().widgets;
        change(
          formatDashboardState({
            widgets: Object.keys(set).length > 0 ? { ...others, [widget]: set } : others,
          }),
        );
      },
      clear: () => change(formatDashboardState({ values: {}, picks: [] })),
    };
  }, [change]);
  return { state, history, ...steps };
}
