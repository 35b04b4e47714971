import { expect, test } from '@jest/globals';
import type { Page } from '../src/pages/types.ts';
import { PAGE, bandEvent, close, details, footer, group, header, layOut, open, textsOf } from './lay-out.ts';
import { band, text } from './make-fill.ts';

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

test('a page of the summary alone has the header of the page, and no header or footer of columns', async () => {
  const { pages } = await layOut({
    template: { summaryOnNewPage: true, bands: { detail: [], columnFooter: { height: 20, elements: [] } } },
    pageBand: (kind) =>
      ['pageHeader', 'columnHeader', 'columnFooter'].includes(kind) ? band(kind, [text(kind)]) : null,
    events: () => [...details(1), bandEvent('summary', 'summary')],
  });
  expect(pages.map(textsOf)).toEqual([
    ['pageHeader', 'columnHeader', 'row 1', 'columnFooter'],
    ['pageHeader', 'summary'],
  ]);
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
    events: () => [...details(7), open, header('group', 8), ...details(3, {}, 8), footer('total', 10), close],
  });
  expect(textsOf(moved.pages[1])).toEqual(['group', 'row 8', 'row 9', 'row 10', 'total']);
  const large = await layOut({
    groups: [together],
    events: () => [...details(3), open, header('group', 4), ...details(12, {}, 4), close],
  });
  expect(textsOf(large.pages[0]).at(-1)).toBe('row 9');
});

test('a group starts a page, restarts the page numbers and prints its header again', async () => {
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
