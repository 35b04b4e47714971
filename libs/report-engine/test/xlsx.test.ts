import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import type { Fill, FilledImage, FilledText, RunSettings } from '../src/fill/types.ts';
import { localDate } from '../src/values/calendar.ts';
import { decimal } from '../src/values/decimal.ts';
import type { Column, Row } from '../src/values/types.ts';
import { openRowSource } from '../src/writers/sheet/row-source.ts';
import type { SheetRow } from '../src/writers/sheet/types.ts';
import { createXlsxWriter } from '../src/writers/xlsx/write-xlsx.ts';
import { unzipParts, writeDocument } from './documents.ts';
import { listFill } from './list-fill.ts';
import { sampleFill } from './sample-fill.ts';

async function partsOf(fill: Fill, options = {}): Promise<Map<string, string>> {
  return unzipParts(await writeDocument(createXlsxWriter(options), fill));
}

type Sample = [type: Column['type'], value: Row[string], pattern?: string];

/** Type, content and number format of the cells of one row with these values. */
async function cellsOf(samples: Sample[], settings: Partial<RunSettings> = {}): Promise<string[]> {
  const names = samples.map((_, index) => `c${index}`);
  const parts = await partsOf(
    listFill({
      columns: samples.map(([type], index) => ({ name: `c${index}`, type })),
      rows: [Object.fromEntries(samples.map(([, value], index) => [`c${index}`, value]))],
      patterns: Object.fromEntries(
        samples.flatMap(([, , pattern], index) => (pattern ? [[`c${index}`, pattern]] : [])),
      ),
      settings,
    }),
  );
  const styles = parts.get('xl/styles.xml') ?? '';
  const looks = /<cellXfs.*<\/cellXfs>/.exec(styles)?.[0].split('<xf').slice(1) ?? [];
  const cells = [
    ...(parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(
      /<c r="\w2" s="(\d+)"(?: t="(\w+)")?>(.*?)<\/c>/g,
    ),
  ];
  expect(cells).toHaveLength(names.length);
  return cells.map(([, look, type = 'n', content = '']) => {
    const format = /numFmtId="(\d+)"/.exec(looks[Number(look)] ?? '')?.[1];
    const code = new RegExp(`numFmtId="${format}" formatCode="([^"]*)"`).exec(styles)?.[1] ?? '';
    return `${type} ${content.replace(/<[^>]+>/g, '')} ${code.replaceAll('&quot;', '"')}`.trim();
  });
}

describe('xlsx', () => {
  it('writes 06:00Z as 00:00 of that day in America/Denver, and as text what spreadsheets would change, such as 12345678901234567890.12', async () => {
    const samples: [...Sample, expected: string][] = [
      ['date', localDate(2021, 1, 25), undefined, 'n 44221 yyyy-mm-dd'],
      [
        'instant',
        { type: 'instant', microseconds: 1_713_247_200_000_000n },
        undefined,
        'n 45398 yyyy-mm-dd hh:mm:ss',
      ],
      ['time', { type: 'time', microseconds: 21_600_000_000 }, undefined, 'n 0.25 hh:mm:ss'],
      ['decimal', decimal(1234567890123456789012n, 2), undefined, 'inlineStr 12345678901234567890.12'],
      ['integer', 1234567890123456, undefined, 'inlineStr 1234567890123456'],
      ['decimal', decimal(150n, 2), undefined, 'n 1.50 0.00'],
      ['date', localDate(1900, 2, 28), 'dd.MM.yyyy', 'inlineStr 28.02.1900'],
      ['date', localDate(1900, 3, 1), undefined, 'n 61 yyyy-mm-dd'],
      ['text', '=1+1', undefined, 'inlineStr =1+1'],
      ['text', 'a\u0001_x0041_', undefined, 'inlineStr a_x005F_x0041_'],
      ['boolean', true, undefined, 'b 1'],
      ['integer', 5, '#,##0.00;(#)', 'n 5 #,##0.00;"("#,##0.00")"'],
      ['integer', 5, '0.0 %', 'n 5 0.0" "%'],
      ['date', localDate(2021, 1, 25), 'dd.MM.yyyy', 'n 44221 dd.mm.yyyy'],
      ['date', localDate(2021, 1, 25), "d MMM yyyy, HH'h'", 'n 44221 [$-en-GB]d mmm yyyy\\, hh"h"'],
    ];
    const cells = await cellsOf(
      samples.map(([type, value, pattern]) => [type, value, pattern]),
      { timeZone: 'America/Denver' },
    );
    expect(cells).toEqual(samples.map(([, , , expected]) => expected));
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'writes the date 2021-01-25 as that day without a time on a server in %s',
    (zone) => {
      const program = `
        import { readPostgresText } from './src/values/postgres-text.ts';
        import { numberFormatOf } from './src/writers/sheet/number-format.ts';
        import { serialNumber, sheetValueOf } from './src/writers/sheet/sheet-value.ts';
        const cell = sheetValueOf({ value: readPostgresText('2021-01-25', 'date'), text: '' }, 'UTC');
        process.stdout.write(serialNumber(cell.type, cell.local) + ' ' + numberFormatOf(cell, undefined, 'en'));`;
      const args = ['--no-warnings', '--input-type=module', '--eval', program];
      const cwd = new URL('..', import.meta.url);
      const env = { ...process.env, TZ: zone };
      const written = execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
      expect(written).toBe('44221 yyyy-mm-dd');
    },
  );

  it('spreads 1,048,577 rows over two sheets', async () => {
    async function* rows(): AsyncGenerator<SheetRow> {
      const row: SheetRow = { kind: 'detail', level: 0, cells: [] };
      for (let count = 0; count < 1_048_577; count += 1) yield row;
    }
    const source = await openRowSource(rows());
    const sheets: number[] = [];
    while (!source.isDone()) {
      let count = 0;
      for await (const _ of source.nextSheet()) count += 1;
      sheets.push(count);
    }
    expect(sheets).toEqual([1_048_576, 1]);
  });

  it('goes on in a second sheet with the column header when the first is full', async () => {
    const parts = await partsOf(await sampleFill({ rows: 30, groups: 2 }), { sheetRows: 20 });
    expect(parts.get('xl/workbook.xml')).toMatch(
      /name="Places of the world".*name="Places of the world \(2\)"/,
    );
    const rowsOf = (sheet: number) => parts.get(`xl/worksheets/sheet${sheet}.xml`)?.match(/<row /g)?.length;
    // Title, column header, 30 rows, two group headers and footers, summary: 37, and the header again.
    expect([rowsOf(1), rowsOf(2)]).toEqual([20, 18]);
    expect(parts.get('xl/worksheets/sheet2.xml')).toMatch(/<row r="1"><c r="A1"[^>]*><is><t>id</);
  });

  it('has groups as outline, a header that stays in sight, and no merged cells', async () => {
    const parts = await partsOf(await sampleFill({ rows: 4, groups: 2 }));
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<pane ySplit="2" topLeftCell="A3"');
    expect(
      [...sheet.matchAll(/<row r="\d+"(?: outlineLevel="(\d)")?>/g)]
        .map(([, level]) => level ?? '0')
        .join(''),
    ).toBe('00' + '0110' + '0110' + '0');
    expect(sheet).not.toContain('mergeCell');
    expect(sheet).toMatch(/<c r="B8"[^>]*><is><t>القاهرة 3/);
  });

  it('makes rows as high as their texts need, and days in the middle of their column', async () => {
    const fill = await sampleFill({
      rows: 2,
      groups: 1,
      name: 'A name that is much longer than the column in which it is.',
    });
    const parts = await partsOf(fill);
    const row = /<row r="4"([^>]*)>(.*?)<\/row>/.exec(parts.get('xl/worksheets/sheet1.xml') ?? '');
    expect(Number(/ ht="(\d+)"/.exec(row?.[1] ?? '')?.[1])).toBeGreaterThan(20);
    const looks =
      /<cellXfs.*<\/cellXfs>/
        .exec(parts.get('xl/styles.xml') ?? '')?.[0]
        .split('<xf')
        .slice(1) ?? [];
    const lookOf = (cell: string) =>
      looks[Number(new RegExp(`r="${cell}" s="(\\d+)"`).exec(row?.[2] ?? '')?.[1])];
    expect(lookOf('B4')).toContain('wrapText="1"');
    expect(lookOf('C4')).not.toContain('horizontal');
    expect(lookOf('E4')).toContain('horizontal="center"');
  });

  it('puts a picture below the one before it, not over it', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = (id: string, y: number): FilledImage => ({
      ...{ kind: 'image', id, x: 0, y, width: 300, height: 220, style: {}, bytes: png, mime: 'image/png' },
      ...{ scale: 'contain', halign: 'left', valign: 'top' },
    });
    const summary = [picture('chart', 0), picture('map', 232)];
    const parts = await partsOf(listFill({ columns: [], rows: [{}], summary }));
    const rows = [...(parts.get('xl/drawings/drawing1.xml') ?? '').matchAll(/<xdr:row>(\d+)</g)];
    const [first = 0, second = 0] = rows.map(([, row]) => Number(row));
    // Rows below a picture are 15 points high.
    expect((second - first) * 15).toBeGreaterThanOrEqual(220);
  });

  it('indents texts by the padding of their style, and no numbers', async () => {
    const style = { padding: { left: 4, right: 4 } };
    const parts = await partsOf(
      listFill({
        columns: [
          { name: 'a', type: 'text' },
          { name: 'b', type: 'integer' },
        ],
        rows: [{ a: 'x', b: 1 }],
        styles: { a: style, b: style },
      }),
    );
    expect(parts.get('xl/styles.xml')?.match(/<alignment[^>]*indent="1"/g)).toEqual([
      '<alignment horizontal="left" vertical="top" indent="1"',
    ]);
  });

  it('colours all columns of an element, without merged cells', async () => {
    const heading: FilledText = {
      ...{ kind: 'text', id: 'heading', x: 0, y: 0, width: 160, height: 16, grow: true, isStatic: true },
      ...{ value: 'Both', text: 'Both', style: { background: '#e4f4ef', align: 'left' } },
    };
    const columns = ['a', 'b', 'c'].map((name): Column => ({ name, type: 'text' }));
    const parts = await partsOf(listFill({ columns, rows: [{ a: 'x' }], summary: [heading] }));
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    const row = /<row r="3"[^>]*>(.*?)<\/row>/.exec(sheet)?.[1] ?? '';
    expect(row.match(/<c r="\w+"/g)).toEqual(['<c r="A3"', '<c r="B3"']);
    expect(row).toMatch(/<c r="B3" s="[1-9]\d*"\/>$/);
    expect(sheet).not.toContain('mergeCell');
  });

  it('gives sheets names that Excel accepts, cuts long texts with a warning, and links to web addresses only', async () => {
    const fill = listFill({
      columns: [{ name: 'a', type: 'text' }],
      rows: [{ a: 'x'.repeat(40_000) }],
      title: "'Sales [2026]: a/b? of every region and town'",
      links: { a: 'javascript:alert(1)' },
    });
    const parts = await partsOf(fill);
    expect(parts.get('xl/workbook.xml')).toContain('name="Sales 2026 a b of every region"');
    expect([...fill.warnings].join()).toContain('32,767 characters');
    expect([...parts.values()].join()).not.toContain('javascript:');
  });

  it('shows a report without rows', async () => {
    const parts = await partsOf(listFill({ columns: [{ name: 'a', type: 'text' }], rows: [] }));
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('No rows.');
  });
});
