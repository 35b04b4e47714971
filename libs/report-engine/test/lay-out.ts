import type { FillEvent, FilledBand, FillState } from '../src/fill/types.ts';
import type { BandKind } from '../src/template/types.ts';
import { layoutPages } from '../src/pages/layout-pages.ts';
import type { Page, PageItem } from '../src/pages/types.ts';
import { createFonts } from '../src/text/fonts.ts';
import { createTextLayout } from '../src/text/text-layout.ts';
import type { FillPlan } from './make-fill.ts';
import { band, makeFill, text } from './make-fill.ts';

const fonts = createFonts();

/** A page with room for 200 pt between its margins. */
export const PAGE = {
  size: { width: 220, height: 220 },
  orientation: 'portrait' as const,
  margins: { top: 10, right: 10, bottom: 10, left: 10 },
};

export async function layOut(plan: FillPlan) {
  const fill = makeFill({ ...plan, template: { page: PAGE, ...plan.template } });
  const layout = createTextLayout(fonts, (sentence) => fill.warn(sentence));
  const pages: Page[] = [];
  for await (const { page } of layoutPages(fill, { text: layout })) pages.push(page);
  return { pages, fill };
}

export function textOf(item: PageItem): string {
  if (item.kind !== 'text') return `[${item.kind}]`;
  return item.lines.map((line) => line.runs.map((run) => run.text).join('')).join('/');
}

export const textsOf = (page: Page | undefined) => page?.items.map(textOf) ?? [];

export function bandEvent(
  kind: BandKind,
  content: string,
  more: Partial<FilledBand> & { row?: number } = {},
): FillEvent {
  const { row = 0, ...rest } = more;
  const state: FillState = { rowNumber: row };
  return { type: 'band', band: band(kind, [text(content)], rest), state };
}

export function details(count: number, more: Partial<FilledBand> = {}, from = 1): FillEvent[] {
  return Array.from({ length: count }, (_, i) =>
    bandEvent('detail', `row ${from + i}`, { row: from + i, ...more }),
  );
}

export const open: FillEvent = { type: 'openGroup', group: 0, name: 'g', key: null };
export const close: FillEvent = { type: 'closeGroup', group: 0, name: 'g', key: null, rowCount: 1 };
export const group = { name: 'g', expression: '1' };
export const header = (content: string, row: number) => bandEvent('groupHeader', content, { row, group: 0 });
export const footer = (content: string, row: number) => bandEvent('groupFooter', content, { row, group: 0 });
