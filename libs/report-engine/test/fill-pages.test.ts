import { expect, test } from '@jest/globals';
import type { FilledBand } from '../src/fill/types.ts';
import { field, band, openFill, lineOf, groups, regionSum } from './open-fill.ts';

test('a layout gets page numbers, page totals and the page count when it knows them', async () => {
  const fill = await openFill({
    variables: [
      { ...regionSum, name: 'page_sum', reset: 'page' },
      { ...regionSum, name: 'running', reset: 'report' },
    ],
    bands: {
      pageHeader: band(field('"Page " + $V{PAGE_NUMBER} + " of " + $V{TOTAL_PAGES}'), field('$F{city}')),
      detail: [band(field('$V{PAGE_COUNT}'), field('$F{city}', { evaluate: 'page' }))],
      pageFooter: band(
        field('$V{page_sum}'),
        field('$V{PAGE_COUNT}'),
        field('$V{running}'),
        field('$V{PAGE_NUMBER}', { evaluate: 'report' }),
      ),
    },
  });
  const lines: string[] = [];
  const completions: (() => void)[] = [];
  let page = 0;
  let last:
    { state: { rowNumber: number }; counters: { pageNumber: number; columnNumber: number } } | undefined;
  const show = (
    filled: FilledBand | null,
    counters: { pageNumber: number; columnNumber: number },
    pageCount?: number,
  ): string =>
    (filled?.elements ?? [])
      .map((element) => {
        if (element.kind !== 'text') return '';
        return (
          element.text ??
          element.late?.evaluate(last?.state ?? { rowNumber: 0 }, { ...counters, pageCount: pageCount ?? 0 })
            .text ??
          ''
        );
      })
      .join('|');
  const endPage = (): void => {
    if (!last) return;
    const { state, counters } = last;
    const footer = fill.pageBand('pageFooter', state, counters);
    completions.push(() => lines.push(`footer ${counters.pageNumber}: ${show(footer, counters, page)}`));
  };
  for await (const event of fill.events({ paged: true })) {
    if (event.type !== 'band') continue;
    const { state, band: detail } = event;
    if (state.rowNumber === 1 || state.rowNumber === 3) {
      endPage();
      page += 1;
      const counters = { pageNumber: page, columnNumber: 1 };
      fill.startPage(state);
      const header = fill.pageBand('pageHeader', state, counters);
      completions.push(() => lines.push(`header ${counters.pageNumber}: ${show(header, counters, page)}`));
    }
    const counters = { pageNumber: page, columnNumber: 1 };
    last = { state, counters };
    const [count, city] = detail.elements;
    expect([count, city].map((element) => (element?.kind === 'text' ? element.late?.what : ''))).toEqual([
      'pageNumber',
      'page',
    ]);
    if (count?.kind === 'text')
      lines.push(`row ${state.rowNumber}: ${count.late?.evaluate(state, counters).text ?? ''}`);
  }
  endPage();
  for (const complete of completions) complete();
  expect(lines).toEqual([
    'row 1: 1',
    'row 2: 2',
    'row 3: 1',
    'row 4: 2',
    'header 1: Page 1 of 2|Kiel',
    'footer 1: 3.30|2|3.30|2',
    'header 2: Page 2 of 2|Bremen',
    'footer 2: 7.70|2|11.00|2',
  ]);
  await fill.close();
});

test('without pages nothing is late, and page numbers come as parts for formats with fields', async () => {
  const fill = await openFill({
    bands: {
      detail: [
        band(
          field('"Page " + $V{PAGE_NUMBER} + " of " + $V{TOTAL_PAGES}'),
          field('$F{city}', { evaluate: 'page' }),
        ),
      ],
    },
  });
  for await (const event of fill.events()) {
    if (event.type !== 'band') continue;
    expect(lineOf(event.band)).toBe('detail: Page 1 of 1|Ulm');
    expect(event.band.elements[0]).toMatchObject({
      parts: ['Page ', { field: 'pageNumber' }, ' of ', { field: 'pageCount' }],
    });
  }
  await fill.close();
});

test('a page header can show the total of the report, and a group header is reprinted as it was', async () => {
  const fill = await openFill({
    groups: groups({ reprintHeader: true }),
    variables: [regionSum, { ...regionSum, name: 'total', reset: 'report' }],
    bands: {
      pageHeader: band(field('$V{total}', { evaluate: 'report' })),
      detail: [band(field('$F{city}'))],
    },
  });
  const lines: string[] = [];
  for await (const event of fill.events({ paged: true })) {
    if (event.type !== 'band' || event.band.kind !== 'detail') continue;
    if (lines.length === 0) fill.startPage(event.state);
    const counters = { pageNumber: 1, columnNumber: 1 };
    const reprinted = fill.pageBand('groupHeader', event.state, counters, 0);
    const header = fill.pageBand('pageHeader', event.state, counters);
    lines.push(`${header ? lineOf(header) : ''} ${reprinted ? lineOf(reprinted) : ''}`);
  }
  expect(lines[1]).toBe('pageHeader: 11.00 groupHeader0: North|6.60');
  expect(lines[3]).toBe('pageHeader: 11.00 groupHeader0: South|4.40');
  await fill.close();
});
