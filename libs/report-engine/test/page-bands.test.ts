import { expect, test } from '@jest/globals';
import { bandEvent, details, layOut, textOf, textsOf } from './lay-out.ts';
import { band, text } from './make-fill.ts';

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
