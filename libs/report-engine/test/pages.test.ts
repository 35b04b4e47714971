import { describe, expect, test } from '@jest/globals';
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
const PAGE = {
  size: { width: 220, height: 220 },
  orientation: 'portrait' as const,
  margins: { top: 10, right: 10, bottom: 10, left: 10 },
};

async function layOut(plan: FillPlan) {
  const fill = makeFill({ ...plan, template: { page: PAGE, ...plan.template } });
  const layout = createTextLayout(fonts, (sentence) => fill.warn(sentence));
  const pages: Page[] = [];
  for await (const { page } of layoutPages(fill, { text: layout })) pages.push(page);
  return { pages, fill };
}

function textOf(item: PageItem): string {
  if (item.kind !== 'text') return `[${item.kind}]`;
  return item.lines.map((line) => line.runs.map((run) => run.text).join('')).join('/');
}

const textsOf = (page: Page | undefined) => page?.items.map(textOf) ?? [];

function bandEvent(
  kind: BandKind,
  content: string,
  more: Partial<FilledBand> & { row?: number } = {},
): FillEvent {
  const { row = 0, ...rest } = more;
  const state: FillState = { rowNumber: row };
  return { type: 'band', band: band(kind, [text(content)], rest), state };
}

function details(count: number, more: Partial<FilledBand> = {}, from = 1): FillEvent[] {
  return Array.from({ length: count }, (_, i) =>
    bandEvent('detail', `row ${from + i}`, { row: from + i, ...more }),
  );
}

const open: FillEvent = { type: 'openGroup', group: 0, name: 'g', key: null };
const close: FillEvent = { type: 'closeGroup', group: 0, name: 'g', key: null, rowCount: 1 };
const group = { name: 'g', expression: '1' };
const header = (content: string, row: number) => bandEvent('groupHeader', content, { row, group: 0 });
const footer = (content: string, row: number) => bandEvent('groupFooter', content, { row, group: 0 });

describe('page layout', () => {
  test('bands come in the order of the report, the summary before the page footer', async () => {
    const { pages } = await layOut({
      template: {
        bands: {
          detail: [],
          pageFooter: { height: 20, elements: [] },
          columnFooter: { height: 20, elements: [] },
        },
      },
      pageBand: (kind) => (kind === 'lastPageFooter' ? null : band(kind, [text(kind)])),
      events: () => [bandEvent('title', 'title'), ...details(1), bandEvent('summary', 'summary')],
    });
    expect(pages).toHaveLength(1);
    expect(textsOf(pages[0])).toEqual([
      'background',
      'title',
      'pageHeader',
      'columnHeader',
      'row 1',
      'summary',
      'columnFooter',
      'pageFooter',
    ]);
    expect(pages[0]?.items.at(-1)?.y).toBe(190);
  });

  test('a page break gives footers the state of the row before and headers that of the row after', async () => {
    const { pages, fill } = await layOut({
      template: { bands: { detail: [], pageFooter: { height: 20, elements: [] } } },
      pageBand: (kind, state) =>
        kind === 'pageHeader' || kind === 'pageFooter'
          ? band(kind, [text(`${kind} ${state.rowNumber}`)])
          : null,
      events: () => details(10),
    });
    expect(pages.map((page) => textsOf(page).filter((content) => content.startsWith('page')))).toEqual([
      ['pageHeader 1', 'pageFooter 8'],
      ['pageHeader 9', 'pageFooter 10'],
    ]);
    expect(fill.pages).toEqual([1, 9]);
  });

  test('a group header with one line left moves to the next page with its first row', async () => {
    const { pages } = await layOut({
      groups: [group],
      events: () => [...details(9), open, header('group', 10), ...details(2, {}, 10), close],
    });
    expect(textsOf(pages[0])).toHaveLength(9);
    expect(textsOf(pages[1])).toEqual(['group', 'row 10', 'row 11']);
  });

  test('a group that is kept together moves as a whole, and stays where it is when no page holds it', async () => {
    const together = { ...group, keepTogether: true };
    const moved = await layOut({
      groups: [together],
      events: () => [
        ...details(7),
        open,
        header('group', 8),
        ...details(3, {}, 8),
        footer('total', 10),
        close,
      ],
    });
    expect(textsOf(moved.pages[1])).toEqual(['group', 'row 8', 'row 9', 'row 10', 'total']);
    const large = await layOut({
      groups: [together],
      events: () => [...details(3), open, header('group', 4), ...details(12, {}, 4), close],
    });
    expect(textsOf(large.pages[0]).at(-1)).toBe('row 9');
  });

  test('a group starts a page, counts pages anew and prints its header again', async () => {
    const { pages } = await layOut({
      groups: [{ ...group, resetPageNumber: true, reprintHeader: true }],
      pageBand: (kind, state) =>
        kind === 'groupHeader' ? band(kind, [text(`again ${state.rowNumber}`)]) : null,
      events: () => [
        ...[open, header('A', 1), ...details(12), close],
        ...[open, header('B', 13), ...details(1, {}, 13), close],
      ],
    });
    expect(pages.map((page) => [page.pageNumber, textsOf(page)[0]])).toEqual([
      [1, 'A'],
      [2, 'again 10'],
      [1, 'B'],
    ]);
  });

  test('a group starts a new page when less than its least height is left', async () => {
    const { pages } = await layOut({
      groups: [{ ...group, minHeightToStartNewPage: 100 }],
      events: () => [...details(6), open, header('group', 7), ...details(1, {}, 7), close],
    });
    expect(textsOf(pages[1])).toEqual(['group', 'row 7']);
  });

  test('columns are filled one after the other, or across, and the summary goes below all of them', async () => {
    const columns = { count: 2, spacing: 10 };
    const positions = (page: Page | undefined) => page?.items.map(({ x, y }) => [x, y]);
    const events = () => [...details(11), bandEvent('summary', 'summary', { row: 11 })];
    const down = await layOut({ template: { page: { ...PAGE, columns } }, events });
    expect(positions(down.pages[0])?.slice(9)).toEqual([
      [10, 190],
      [115, 10],
    ]);
    expect(down.pages).toHaveLength(2);
    const across = await layOut({
      template: { page: { ...PAGE, columns: { ...columns, order: 'horizontal' } } },
      events,
    });
    expect(positions(across.pages[0])?.slice(0, 3)).toEqual([
      [10, 10],
      [115, 10],
      [10, 30],
    ]);
    expect(positions(across.pages[0])?.at(-1)).toEqual([10, 130]);
  });

  test('a text that grows makes its band higher and moves what floats below it', async () => {
    const long = 'many words that need more than a line of this element';
    const { pages } = await layOut({
      events: () => [
        {
          type: 'band',
          state: { rowNumber: 1 },
          band: band('detail', [
            text(long, { width: 100, height: 12 }),
            text('below', { y: 14, width: 100, height: 6 }, { position: 'float' }),
            text('beside', { x: 110, y: 14, width: 50, height: 6 }),
          ]),
        },
        bandEvent('detail', 'next', { row: 2 }),
      ],
    });
    const [grown, below, beside, next] = pages[0]?.items ?? [];
    expect(grown?.height).toBeGreaterThan(30);
    expect(below?.y).toBeCloseTo(10 + (grown?.height ?? 0) + 2);
    expect(beside?.y).toBe(24);
    expect(next?.y).toBeCloseTo((below?.y ?? 0) + (below?.height ?? 0));
  });

  test('a text that may not grow is cut at a whole line, and the run has a warning', async () => {
    const content = text(
      'many words that need more than a line of this element',
      { id: 'remark', width: 100, height: 13 },
      { grow: false },
    );
    const { pages, fill } = await layOut({
      events: () => [{ type: 'band', band: band('detail', [content]), state: { rowNumber: 1 } }],
    });
    expect(textsOf(pages[0])).toEqual(['many words that']);
    expect([...fill.warnings]).toEqual([
      'The text of "remark" did not fit into its element and was cut. Let it grow, or make it larger.',
    ]);
  });

  test('a text longer than a page goes on at a whole line on the next pages', async () => {
    const words = Array.from({ length: 200 }, (_, i) => `word${i}`);
    const { pages } = await layOut({
      events: () => [
        ...details(2),
        { type: 'band', band: band('detail', [text(words.join(' '))]), state: { rowNumber: 3 } },
      ],
    });
    const texts = pages.flatMap((page) => textsOf(page)).slice(2);
    expect(pages.length).toBeGreaterThan(1);
    expect(texts.join('/').replaceAll('/', ' ')).toBe(words.join(' '));
    for (const page of pages)
      for (const item of page.items) expect(item.y + item.height).toBeLessThanOrEqual(210.01);
  });

  test('a band of 900 pt that must not be split is refused by its name and height', async () => {
    const prevent = layOut({ events: () => details(1, { height: 900, split: 'prevent' }) });
    await expect(prevent).rejects.toMatchObject({
      kind: 'unprocessable',
      message: expect.stringContaining('The band "detail" is 900 pt high'),
      details: { band: 'detail', height: 900 },
    });
  });

  test('page headers that leave no room are refused', async () => {
    const result = layOut({
      pageBand: (kind) => (kind === 'pageHeader' ? band(kind, [], { height: 300 }) : null),
      events: () => details(1),
    });
    await expect(result).rejects.toMatchObject({ code: 'report.no_room' });
  });

  test('a table repeats its header on each page, and its total is not alone on the last', async () => {
    const style = { size: 8 };
    const value = (content: string) => ({ value: content, text: content });
    const { pages } = await layOut({
      events: () => [
        {
          type: 'band',
          state: { rowNumber: 1 },
          band: band('summary', [
            {
              kind: 'table',
              id: 'table',
              x: 0,
              y: 0,
              width: 200,
              height: 20,
              style,
              repeatHeader: true,
              columns: [{ header: 'Name', width: 100, style, headerStyle: style }],
              rows: Array.from({ length: 25 }, (_, i) => [value(`cell ${i + 1}`)]),
              totals: [value('total')],
            },
          ]),
        },
      ],
    });
    expect(pages.map((page) => textsOf(page)[1])).toEqual(['Name', 'Name', 'Name']);
    expect(pages.flatMap(textsOf).filter((content) => content.startsWith('cell'))).toHaveLength(25);
    expect(textsOf(pages[2]).slice(-2)).toEqual(['cell 25', 'total']);
  });

  test('the page number is known on the page, values of the page at its end, the page count after all', async () => {
    const late = (what: 'pageNumber' | 'page' | 'pageCount') =>
      text(
        '',
        { id: what },
        {
          text: null,
          late: {
            what,
            evaluate: (state, { pageNumber, pageCount }) => {
              const content = `${what} ${state.rowNumber} ${pageNumber} ${pageCount}`;
              return { value: content, text: content };
            },
          },
        },
      );
    const { pages } = await layOut({
      events: () => [
        {
          type: 'band',
          band: band('detail', [late('pageNumber'), late('page'), late('pageCount')]),
          state: { rowNumber: 1 },
        },
        ...details(11, {}, 2),
      ],
    });
    const [number, page, count] = pages[0]?.items ?? [];
    expect([number, page].map((item) => item && textOf(item))).toEqual([
      'pageNumber 1 1 undefined',
      'page 10 1 undefined',
    ]);
    const lines = count?.kind === 'text' ? count.deferred?.(7) : undefined;
    expect(lines?.[0]?.runs[0]?.text).toBe('pageCount 1 1 7');
  });

  test('a break element ends the page, and a report without bands is one page', async () => {
    const { pages } = await layOut({
      events: () => [
        ...details(1),
        {
          type: 'band',
          state: { rowNumber: 2 },
          band: band('detail', [
            { kind: 'break', what: 'page', id: 'break', x: 0, y: 0, width: 10, height: 1, style: {} },
            text('after'),
          ]),
        },
      ],
    });
    expect(pages.map(textsOf)).toEqual([['row 1'], ['after']]);
    const empty = await layOut({ events: () => [] });
    expect(empty.pages).toHaveLength(1);
  });

  test('a report that ignores pages is one page as high as its bands, whatever would begin a page', async () => {
    const { pages } = await layOut({
      template: { ignorePagination: true, titleOnNewPage: true, summaryOnNewPage: true },
      groups: [{ ...group, startNewPage: true }],
      events: () => [
        bandEvent('title', 'title'),
        ...[open, ...details(50), close, open, ...details(48, {}, 51), close],
        bandEvent('summary', 'summary', { row: 98 }),
      ],
    });
    expect(pages.map((page) => page.height)).toEqual([2020]);
  });
});
