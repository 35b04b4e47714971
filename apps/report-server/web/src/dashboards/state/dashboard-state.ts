import type { Clause } from '../../explorer/filter/filter.ts';
import type { WidgetState } from '../widget/types.ts';

/** What was picked in one widget, by which the others are filtered. */
export interface Pick {
  /** Id of the widget. */
  widget: string;
  clauses: Clause[];
  /** Key of the row that was picked, which the widget marks. */
  row?: string;
}

/** The state of a dashboard's view, as its address holds it. */
export interface DashboardState {
  /** Values of the filters by name; a filter that is cleared holds null. */
  values: Record<string, unknown>;
  picks: Pick[];
  /** By the ids of widgets. */
  widgets: Record<string, WidgetState>;
}

const NAMES = { values: 'filters', picks: 'picked', widgets: 'widgets' } as const;

/** Names in the address that Undo brings back. */
export const UNDONE = [NAMES.values, NAMES.picks];

export function parseDashboardState(params: URLSearchParams): DashboardState {
  const picks = readJson(params.get(NAMES.picks));
  return {
    values: recordOf(readJson(params.get(NAMES.values))),
    picks: Array.isArray(picks) ? picks.filter(isPick) : [],
    widgets: widgetStates(readJson(params.get(NAMES.widgets))),
  };
}

/** Changes of the address: an empty text takes a name out of it. */
export function formatDashboardState(changed: Partial<DashboardState>): Record<string, string> {
  const texts: Record<string, string> = {};
  if (changed.values) texts[NAMES.values] = textOf(changed.values);
  if (changed.picks) texts[NAMES.picks] = changed.picks.length > 0 ? JSON.stringify(changed.picks) : '';
  if (changed.widgets) texts[NAMES.widgets] = textOf(changed.widgets);
  return texts;
}

/** The picks with those of one widget replaced; picking the same again takes the pick back. */
export function changePick(picks: Pick[], { widget, clauses, row }: Pick): Pick[] {
  const before = picks.find((pick) => pick.widget === widget);
  const others = picks.filter((pick) => pick.widget !== widget);
  const isSame = JSON.stringify(before?.clauses) === JSON.stringify(clauses);
  return clauses.length === 0 || isSame ? others : [...others, { widget, clauses, ...(row ? { row } : {}) }];
}

function textOf(values: Record<string, unknown>): string {
  return Object.keys(values).length > 0 ? JSON.stringify(values) : '';
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function isPick(value: unknown): value is Pick {
  const { widget, clauses } = recordOf(value);
  return (
    typeof widget === 'string' && Array.isArray(clauses) && clauses.every((each) => 'op' in recordOf(each))
  );
}

function widgetStates(value: unknown): Record<string, WidgetState> {
  const states = Object.entries(recordOf(value)).map(([id, state]) => {
    const texts = Object.entries(recordOf(state)).filter(([, text]) => typeof text === 'string');
    return [id, Object.fromEntries(texts) as WidgetState] as const;
  });
  return Object.fromEntries(states);
}
