import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import type * as SheetJs from 'xlsx';
import { decimal } from '../src/values/decimal.ts';
import { createWriter } from '../src/writers/create-writer.ts';
import { compoundFile } from '../src/writers/xls/compound-file.ts';
import { writeDocument } from './documents.ts';
import { listFill } from './list-fill.ts';
import { sampleFill } from './sample-fill.ts';

/** The namespace of an import would lack CFB. */
const xlsx = createRequire(import.meta.url)('xlsx') as typeof SheetJs;

function sheetOf(bytes: Buffer): SheetJs.WorkSheet {
  const { SheetNames, Sheets } = xlsx.read(bytes, { cellNF: true });
  expect(SheetNames).toEqual(['List']);
  return Sheets.List!;
}

describe('Excel 97 writer', () => {
  test('texts are whole, however long they are and whatever their script', async () => {
    // The table of texts goes on in a record of its own after 8,224 bytes, in the midst of texts and between them.
    const texts = [
      ...['x'.repeat(256), 'é'.repeat(20_000), '中'.repeat(9_001), 'a'.repeat(32_767), '𝔸ncient', 'Ω'],
      ...Array.from({ length: 3_000 }, (_, i) => (i % 2 === 0 ? `Place ${i}` : `Κύμη ${i}`)),
      ...['x'.repeat(256), 'last'],
    ];
    const fill = listFill({
      columns: [{ name: 'text', type: 'text' }],
      rows: texts.map((text) => ({ text })),
    });
    const sheet = sheetOf(await writeDocument(createWriter('xls'), fill));
    const rows = xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: true });
    expect(rows.map(([text]) => text)).toEqual(['text', ...texts]);
  });

  test('numbers keep their formats, and booleans their type', async () => {
    const fill = listFill({
      columns: [
        { name: 'amount', type: 'decimal' },
        { name: 'day', type: 'date' },
        { name: 'open', type: 'boolean' },
        { name: 'count', type: 'integer' },
      ],
      patterns: { amount: '#,##0.00' },
      rows: [
        {
          amount: decimal(-123_456n, 2),
          day: { type: 'date', year: 2024, month: 2, day: 29 },
          open: true,
          count: 7,
        },
      ],
    });
    const sheet = sheetOf(await writeDocument(createWriter('xls'), fill));
    const cells = ['A2', 'B2', 'C2', 'D2'].map((at) => sheet[at] as SheetJs.CellObject);
    expect(cells.map(({ t, v, z }) => [t, v, z])).toEqual([
      ['n', -1234.56, '#,##0.00'],
      ['n', 45351, 'yyyy-mm-dd'],
      ['b', true, 'General'],
      ['n', 7, 'General'],
    ]);
  });

  test('groups are an outline', async () => {
    const bytes = await writeDocument(createWriter('xls'), await sampleFill({ rows: 4, groups: 2 }));
    const { SheetNames, Sheets } = xlsx.read(bytes, { cellStyles: true });
    const { '!rows': rows = [], '!ref': area } = Sheets[SheetNames[0]!]!;
    expect(area).toBe('A1:G11');
    expect(Array.from({ length: 11 }, (_, i) => rows[i]?.level ?? 0).join('')).toBe(
      '00' + '0110' + '0110' + '0',
    );
  });

  test('a file of more than 7 MB has lists of its allocation table beside the head', () => {
    const stream = Buffer.alloc(9_000_000, 'Cairn');
    const file = Buffer.concat([...compoundFile('Workbook', [stream])]);
    const read = xlsx.CFB.find(xlsx.CFB.read(file, { type: 'buffer' }), 'Workbook');
    expect(
      Buffer.from(read!.content as Uint8Array)
        .subarray(0, stream.length)
        .equals(stream),
    ).toBe(true);
  });
});
