import { expect, test } from '@jest/globals';
import type { Template } from '../src/template/types.ts';
import { field, band, openFill, linesOf, place, groups, regionSum } from './open-fill.ts';

test('bands come in the order of JasperReports, and a footer at a change of group has the name and totals of the old one', async () => {
  const fill = await openFill({
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
  const fill = await openFill({
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

test('printWhen, printRepeated and conditions of styles decide for each row', async () => {
  const fill = await openFill({
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

test.each<[Template['whenNoData'], string[]]>([
  [undefined, ['noData: Nothing']],
  ['noData', ['noData: Nothing']],
  ['allBands', ['title: Sales', 'summary: 0']],
  ['message', ['title: Sales', 'noData: No rows match the parameters of this report.']],
])('a report with 0 rows and whenNoData %s has the bands %j', async (whenNoData, lines) => {
  const fill = await openFill(
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

test('pictures are PNG or JPEG of the report, and links lead to pages only', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1]);
  const fill = await openFill(
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
