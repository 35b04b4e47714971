import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Band, Element, FieldElement, Template } from '../template/types.ts';
import { parseDecimal } from '../values/decimal.ts';
import type { Column, Row, Value } from '../values/types.ts';
import { createFill } from './create-fill.ts';
import type { Fill, FilledBand, FilledElement, FillRequest, WalkOptions } from './types.ts';

const COLUMNS: Column[] = [
  { name: 'region', type: 'text' },
  { name: 'city', type: 'text' },
  { name: 'amount', type: 'decimal' },
];

const ROWS: Row[] = [
  ['North', 'Kiel', '1.10'],
  ['North', 'Kiel', '2.20'],
  ['North', 'Bremen', '3.30'],
  ['South', 'Ulm', '4.40'],
].map(([region = '', city = '', amount = '']) => ({ region, city, amount: parseDecimal(amount) }));

let ids = 0;

function field(expression: string, more: Partial<FieldElement> = {}): FieldElement {
  ids += 1;
  return { id: `e${ids}`, kind: 'field', x: 0, y: 0, width: 100, height: 12, expression, ...more };
}

function band(...elements: Element[]): Band {
  return { height: 12, elements };
}

function template(changes: Partial<Template>): Template {
  return {
    version: 1,
    title: 'Sales',
    page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 20, bottom: 30, left: 20 } },
    parameters: [],
    datasets: [{ name: 'main', sql: 'select 1' }],
    groups: [],
    variables: [],
    styles: [],
    bands: { detail: [] },
    ...changes,
  };
}

async function* toRows(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

function open(
  changes: Partial<Template>,
  more: Partial<FillRequest> & { rows?: Row[]; columns?: Column[] } = {},
): Promise<Fill> {
  const { rows = ROWS, columns = COLUMNS, ...request } = more;
  return createFill({
    template: template(changes),
    parameters: {},
    locale: 'en-US',
    timeZone: 'UTC',
    now: new Date('2024-01-31T12:00:00Z'),
    openDataset: async () => ({ columns, rows: () => toRows(rows) }),
    ...request,
  });
}

function textOf(element: FilledElement): string {
  switch (element.kind) {
    case 'text':
      return element.text ?? `late ${element.late?.what ?? ''}`;
    case 'frame':
      return element.elements.map(textOf).join('|');
    case 'bands':
      return element.bands.map(lineOf).join('; ');
    case 'table':
      return [...element.rows, element.totals ?? []]
        .map((row) => row.map(({ text }) => text).join(','))
        .join('/');
    case 'chart':
      return JSON.stringify([element.data.categories, element.data.series]);
    default:
      return element.kind;
  }
}

function lineOf({ kind, group, elements }: FilledBand): string {
  return `${kind}${group ?? ''}: ${elements.map(textOf).join('|')}`;
}

async function linesOf(fill: Fill, options?: WalkOptions): Promise<string[]> {
  const lines: string[] = [];
  for await (const event of fill.events(options)) {
    if (event.type === 'band') lines.push(lineOf(event.band));
  }
  return lines;
}

const groups = (more: object = {}): Template['groups'] => [
  {
    name: 'region',
    expression: '$F{region}',
    header: band(field('$F{region}'), field('$V{region_sum}', { evaluate: { group: 'region' } })),
    footer: band(field('"end " + $F{region} + " " + $V{region_sum}')),
    ...more,
  },
  {
    name: 'city',
    expression: '$F{city}',
    header: band(field('$F{city}')),
    footer: band(field('$V{city_COUNT}')),
  },
];

const regionSum: Template['variables'][number] = {
  name: 'region_sum',
  type: 'decimal',
  calculation: 'sum',
  expression: '$F{amount}',
  reset: { group: 'region' },
};

test('bands come in the order of JasperReports, footers with the values of the old row', async () => {
  const fill = await open({
    groups: groups(),
    variables: [regionSum, { ...regionSum, name: 'total', reset: 'report' }],
    bands: {
      title: band(field('"Total " + $V{total}', { evaluate: 'report' }), field('$F{city}')),
      detail: [band(field('$F{amount}', { own: { pattern: '0.0' } }))],
      summary: band(field('$V{total}'), field('$V{REPORT_COUNT}')),
    },
  });
  expect(await linesOf(fill)).toEqual([
    'title: Total 11.00|Kiel',
    'groupHeader0: North|6.60',
    'groupHeader1: Kiel',
    'detail: 1.1',
    'detail: 2.2',
    'groupFooter1: 2',
    'groupHeader1: Bremen',
    'detail: 3.3',
    'groupFooter1: 1',
    'groupFooter0: end North 6.60',
    'groupHeader0: South|4.40',
    'groupHeader1: Ulm',
    'detail: 4.4',
    'groupFooter1: 1',
    'groupFooter0: end South 4.40',
    'summary: 11.00|4',
  ]);
  await fill.close();
});

test('a second walk gives the same bands, and a walk without bands gives rows and groups', async () => {
  const fill = await open({
    groups: groups(),
    variables: [regionSum],
    bands: { detail: [band(field('$F{city}'))] },
  });
  const first = await linesOf(fill);
  expect(await linesOf(fill)).toEqual(first);
  const events: string[] = [];
  for await (const event of fill.events({ bands: false })) {
    if (event.type === 'row') events.push(`row ${event.number}`);
    else if (event.type === 'closeGroup') events.push(`close ${event.name} ${event.rowCount}`);
    else events.push(event.type === 'openGroup' ? `open ${event.name} ${String(event.key)}` : event.type);
  }
  expect(events.slice(0, 6)).toEqual([
    'open region North',
    'open city Kiel',
    'row 1',
    'row 2',
    'close city 2',
    'open city Bremen',
  ]);
  expect(events.slice(-2)).toEqual(['close city 1', 'close region 1']);
  await fill.close();
});

test.each<[Template['variables'][number]['calculation'], Value[], string]>([
  ['sum', Array.from({ length: 10 }, () => '0.1'), '1.0'],
  ['average', ['1', '2'], '1.5'],
  ['average', ['1', '1', '2'], '1.3333333333333333'],
  ['count', ['1', null, '2'], '2'],
  ['distinct', ['1', '1.0', '2', null], '2'],
  ['min', ['3', '1', null], '1'],
  ['max', ['3', '11', '2'], '11'],
  ['first', [null, '5', '6'], '5'],
  ['deviation', ['2', '4', '4', '4', '5', '5', '7', '9'], '2'],
  ['variance', ['1', '2'], '0.25'],
  ['sum', [null], ''],
  ['none', ['1', '2'], '2'],
])('the %s of %j is %s', async (calculation, amounts, result) => {
  const rows = amounts.map((amount) => ({ amount: amount === null ? null : parseDecimal(String(amount)) }));
  const fill = await open(
    {
      variables: [{ name: 'v', type: 'decimal', calculation, expression: '$F{amount}', reset: 'report' }],
      bands: { detail: [], summary: band(field('$V{v}')) },
    },
    { rows, columns: [{ name: 'amount', type: 'decimal' }] },
  );
  expect(await linesOf(fill)).toEqual([`summary: ${result}`]);
  await fill.close();
});

test('a variable can add once for each group', async () => {
  const fill = await open({
    groups: [{ name: 'region', expression: '$F{region}' }],
    variables: [
      { name: 'v', type: 'integer', calculation: 'count', reset: 'report', increment: { group: 'region' } },
    ],
    bands: { detail: [], summary: band(field('$V{v}')) },
  });
  expect(await linesOf(fill)).toEqual(['summary: 2']);
  await fill.close();
});

test('printWhen, printRepeated and conditions of styles decide for each row', async () => {
  const fill = await open({
    styles: [
      { name: 'base', size: 9, isDefault: true },
      {
        name: 'amount',
        parent: 'base',
        align: 'right',
        conditions: [{ expression: '$F{amount} > 3', style: { bold: true } }],
      },
    ],
    bands: {
      detail: [
        band(
          field('$F{region}', { printRepeated: false }),
          field('$F{city}', { printWhen: '$F{amount} < 4' }),
          field('$F{amount}', { style: 'amount', own: { color: '#ff0000' } }),
        ),
        { ...band(field('"x"')), printWhen: '$F{city} == "Ulm"' },
      ],
    },
  });
  expect(await linesOf(fill)).toEqual([
    'detail: North|Kiel|1.10',
    'detail: Kiel|2.20',
    'detail: Bremen|3.30',
    'detail: South|4.40',
    'detail: x',
  ]);
  const styles: unknown[] = [];
  for await (const event of fill.events())
    if (event.type === 'band') styles.push(event.band.elements.at(-1)?.style);
  expect(styles[0]).toEqual({ size: 9, align: 'right', color: '#ff0000' });
  expect(styles[1]).toBe(styles[0]);
  expect(styles[2]).toEqual({ size: 9, align: 'right', color: '#ff0000', bold: true });
  await fill.close();
});

test('a layout gets page numbers, page totals and the page count when it knows them', async () => {
  const fill = await open({
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
  const fill = await open({
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
  const fill = await open({
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

const place = { x: 0, y: 0, width: 100, height: 50 };

test('charts and tables over the main rows are complete in the title, and those of a group in its header', async () => {
  const chart: Element = {
    id: 'c',
    kind: 'chart',
    chart: 'bar',
    category: '$F{city}',
    value: '$F{amount}',
    ...place,
  };
  const fill = await open({
    groups: [{ name: 'region', expression: '$F{region}', header: band({ ...chart, id: 'g' }) }],
    bands: {
      title: band(chart, {
        id: 't',
        kind: 'table',
        ...place,
        columns: [
          { header: 'City', expression: '$F{city}', width: 50, total: 'count' },
          { header: 'Amount', expression: '$F{amount}', width: 50, total: 'sum', own: { pattern: '0.000' } },
        ],
      }),
      detail: [],
    },
  });
  expect(await linesOf(fill)).toEqual([
    `title: [["Kiel","Bremen","Ulm"],[{"name":"","values":[3.3,3.3,4.4]}]]|Kiel,1.100/Kiel,2.200/Bremen,3.300/Ulm,4.400/4,11.000`,
    `groupHeader0: [["Kiel","Bremen"],[{"name":"","values":[3.3,3.3]}]]`,
    `groupHeader0: [["Ulm"],[{"name":"","values":[4.4]}]]`,
  ]);
  await fill.close();
});

test('a list reads its dataset with parameters from the row at hand', async () => {
  const opened: Value[] = [];
  const fill = await open(
    {
      parameters: [{ name: 'city', type: 'text' }],
      datasets: [
        { name: 'main', sql: 'select 1' },
        { name: 'places', sql: 'select 2', parameters: { city: '$F{city}' } },
      ],
      bands: {
        detail: [
          band(
            { id: 'l', kind: 'list', dataset: 'places', band: band(field('$F{name}')), ...place },
            field('$F{city}'),
          ),
        ],
      },
    },
    {
      openDataset: async (name, parameters) => {
        if (name === 'main') return { columns: COLUMNS, rows: () => toRows(ROWS.slice(1, 3)) };
        opened.push(parameters['city'] ?? null);
        return {
          columns: [{ name: 'name', type: 'text' }],
          rows: () =>
            toRows([
              { name: `${String(parameters['city'])} 1` },
              { name: `${String(parameters['city'])} 2` },
            ]),
        };
      },
    },
  );
  expect(await linesOf(fill)).toEqual([
    'detail: detail: Kiel 1; detail: Kiel 2|Kiel',
    'detail: detail: Bremen 1; detail: Bremen 2|Bremen',
  ]);
  expect(opened).toEqual(['Kiel', 'Bremen']);
  await fill.close();
});

test('a subreport is filled with parameters of its row, and reports within themselves end in a sentence', async () => {
  const inner = template({
    parameters: [
      { name: 'city', type: 'text' },
      { name: 'limit', type: 'integer', default: 3 },
    ],
    bands: { title: band(field('$P{city} + $P{limit}')), detail: [band(field('$F{amount}'))] },
  });
  const openReport: FillRequest['openReport'] = async () => ({
    template: inner,
    openDataset: async () => ({ columns: COLUMNS, rows: () => toRows(ROWS.slice(0, 1)) }),
  });
  const subreport: Element = {
    id: 's',
    kind: 'subreport',
    report: 'inner',
    parameters: { city: '$F{city}' },
    ...place,
  };
  const fill = await open({ bands: { detail: [band(subreport)] } }, { openReport, rows: ROWS.slice(3) });
  expect(await linesOf(fill)).toEqual(['detail: title: Ulm3; detail: 1.10']);
  await fill.close();
  const endless = template({ bands: { detail: [band(subreport)] } });
  const source = {
    template: endless,
    openDataset: async () => ({ columns: COLUMNS, rows: () => toRows(ROWS) }),
    openReport: async () => source,
  };
  const circle = await open({ bands: { detail: [band(subreport)] } }, { openReport: async () => source });
  await expect(linesOf(circle)).rejects.toThrow('Reports are nested more than 4 levels deep, at inner.');
  await circle.close();
});

test.each<[Template['whenNoData'], string[]]>([
  [undefined, ['noData: Nothing']],
  ['noData', ['noData: Nothing']],
  ['allBands', ['title: Sales', 'summary: 0']],
  ['message', ['title: Sales', 'noData: No rows match the parameters of this report.']],
])('a report without rows and whenNoData %s says so', async (whenNoData, lines) => {
  const fill = await open(
    {
      ...(whenNoData && { whenNoData }),
      bands: {
        title: band(field('$P{REPORT_TITLE}')),
        detail: [band(field('$F{city}'))],
        summary: band(field('$V{REPORT_COUNT}')),
        noData: band({ id: 'n', kind: 'text', text: 'Nothing', ...place }),
      },
    },
    { rows: [] },
  );
  expect(await linesOf(fill)).toEqual(lines);
  await fill.close();
});

test('fields have the types that the template declares, and missing columns are a warning', async () => {
  const fill = await open({
    datasets: [
      {
        name: 'main',
        sql: 'select 1',
        fields: [
          { name: 'amount', type: 'integer' },
          { name: 'missing', type: 'text' },
        ],
      },
    ],
    bands: { detail: [band(field('$F{amount} / 2'), field('$F{missing}'))] },
  });
  expect((await linesOf(fill)).at(-1)).toBe('detail: 2|');
  expect([...fill.warnings]).toEqual(['The dataset main has no column missing; the field is empty.']);
  await fill.close();
});

test('pictures are PNG or JPEG of the report, and links lead to pages only', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1]);
  const fill = await open(
    {
      bands: {
        title: band(
          { id: 'i', kind: 'image', source: { asset: 'logo.png' }, ...place },
          { id: 'j', kind: 'image', source: { data: 'data:image/svg+xml;base64,AAAA' }, ...place },
          field('"a"', { link: '"https://example.org/?q=" + $F{city}' }),
          field('"b"', { link: '"javascript:alert(1)"' }),
        ),
        detail: [],
      },
    },
    { openAsset: async () => png },
  );
  for await (const event of fill.events()) {
    if (event.type !== 'band') continue;
    const [image, ...texts] = event.band.elements;
    expect(image).toMatchObject({ kind: 'image', bytes: png, mime: 'image/png', scale: 'contain' });
    expect(texts.map((text) => (text.kind === 'text' ? (text.link ?? null) : ''))).toEqual([
      'https://example.org/?q=Kiel',
      null,
    ]);
  }
  expect([...fill.warnings].sort()).toEqual([
    'A link was left out: links begin with http://, https://, mailto:, tel:, / or #.',
    'The picture of the element j is missing.',
  ]);
  await fill.close();
});

test('scratch files leave nothing behind, and too many rows or an abort end the fill', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'cairn-fill-test-'));
  try {
    const fill = await open({ bands: { detail: [band(field('$F{city}'))] } }, { scratch });
    expect(readdirSync(scratch)).toEqual([]);
    expect(await linesOf(fill)).toHaveLength(4);
    await fill.close();
    await expect(open({}, { scratch, limits: { maxRows: 3 } })).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'report-engine.too_many_rows',
    });
    await expect(open({}, { scratch, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(readdirSync(scratch)).toEqual([]);
  } finally {
    await rm(scratch, { recursive: true });
  }
});
