import type {
  Fill,
  FillEvent,
  FillState,
  FilledBand,
  FilledElement,
  FilledText,
  PageCounters,
} from '../src/fill/types.ts';
import type { BandKind, ElementStyle, Group, Template } from '../src/template/types.ts';

export interface FillPlan {
  template?: Partial<Template>;
  groups?: Group[];
  locale?: string;
  events(): Iterable<FillEvent>;
  pageBand?(kind: BandKind, state: FillState, counters: PageCounters, group?: number): FilledBand | null;
}

/** A fill from hand-written bands, for tests of layouts and writers alone. */
export function makeFill(plan: FillPlan): Fill & { pages: number[]; warnings: Set<string> } {
  const groups = plan.groups ?? [];
  const template: Template = {
    version: 1,
    title: 'Test report',
    page: { size: 'A4', orientation: 'portrait', margins: { top: 40, right: 40, bottom: 40, left: 40 } },
    parameters: [],
    datasets: [],
    groups,
    variables: [],
    styles: [],
    bands: { detail: [] },
    ...plan.template,
  };
  const warnings = new Set<string>();
  const pages: number[] = [];
  return {
    template,
    columns: [],
    groups,
    settings: { locale: plan.locale ?? 'en-GB', timeZone: 'UTC', now: new Date('2026-01-02T03:04:05Z') },
    async *events() {
      pages.length = 0;
      yield* plan.events();
    },
    pageBand: (kind, state, counters, group) => plan.pageBand?.(kind, state, counters, group) ?? null,
    startPage: (state) => pages.push(state.rowNumber),
    startColumn: () => undefined,
    warnings,
    warn: (sentence) => warnings.add(sentence),
    pages,
    close: async () => undefined,
  };
}

export function text(
  content: string,
  place: { x?: number; y?: number; width?: number; height?: number; style?: ElementStyle; id?: string } = {},
  more: Partial<FilledText> = {},
): FilledText {
  const { x = 0, y = 0, width = 200, height = 14, style = {}, id = 'text' } = place;
  return {
    kind: 'text',
    id,
    x,
    y,
    width,
    height,
    style,
    value: content,
    text: content,
    grow: true,
    isStatic: false,
    ...more,
  };
}

export function band(kind: BandKind, elements: FilledElement[], more: Partial<FilledBand> = {}): FilledBand {
  return { kind, height: 20, split: 'stretch', elements, ...more };
}
