import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Fill } from '../src/fill/types.ts';
import { decimal } from '../src/values/decimal.ts';
import type { Column, Row } from '../src/values/types.ts';
import { createCsvWriter } from '../src/writers/csv/write-csv.ts';
import { writeXml } from '../src/writers/xml/write-xml.ts';
import { writeDocument } from './documents.ts';
import { listFill } from './list-fill.ts';
import { sampleFill, sampleRow } from './sample-fill.ts';

const instant = { type: 'instant', microseconds: 1_713_247_200_000_000n } as const;

async function csvOf(fill: Fill, options = {}): Promise<string> {
  return String(await writeDocument(createCsvWriter(options), fill));
}

function oneColumn(type: Column['type'], values: Row[string][]): Fill {
  return listFill({ columns: [{ name: 'a', type }], rows: values.map((a) => ({ a })) });
}

describe('csv', () => {
  it('keeps null and an empty text apart, and quotes what needs it', async () => {
    const fill = oneColumn('text', [null, '', 'a,b', 'say "x"', 'two\nlines', ' blank']);
    expect(await csvOf(fill)).toBe('a\r\n\r\n""\r\n"a,b"\r\n"say ""x"""\r\n"two\nlines"\r\n" blank"\r\n');
  });

  it('puts an apostrophe before the texts =1+1, -5 and +49 30, and none before the number -5', async () => {
    const texts = oneColumn('text', ['=1+1', '-5', '+49 30', '@x', '\tx']);
    expect(await csvOf(texts)).toBe("a\r\n'=1+1\r\n'-5\r\n'+49 30\r\n'@x\r\n'\tx\r\n");
    expect(await csvOf(oneColumn('integer', [-5]))).toBe('a\r\n-5\r\n');
    expect(await csvOf(oneColumn('decimal', [decimal(-550n, 2)]))).toBe('a\r\n-5.50\r\n');
    expect(await csvOf(oneColumn('text', ['=1+1']), { raw: true })).toBe('a\r\n=1+1\r\n');
  });

  it('shows 06:00Z as 00:00 of that day in America/Denver, and begins with a mark where it is asked for', async () => {
    const fill = listFill({
      columns: [{ name: 'seen', type: 'instant' }],
      rows: [{ seen: instant }],
      settings: { timeZone: 'America/Denver' },
    });
    expect(await csvOf(fill, { bom: true })).toBe('\uFEFFseen\r\n2024-04-16 00:00:00\r\n');
  });

  it('has its header alone for a report without rows', async () => {
    expect(await csvOf(oneColumn('text', []))).toBe('a\r\n');
  });

  it('writes no faster than its reader reads, and destroys the stream when the fill fails', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    const fill = await sampleFill({ rows: 5000, groups: 1 });
    const events = fill.events.bind(fill);
    let walked = 0;
    fill.events = async function* (options) {
      for await (const event of events(options)) {
        walked += 1;
        if (walked === 4000) throw new Error('the server left');
        yield event;
      }
    };
    const written = createCsvWriter()(fill, { stream });
    written.catch(() => undefined);
    await new Promise((resolve) => stream.once('readable', resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(walked).toBeLessThan(2000);
    await expect(text(stream)).rejects.toThrow('the server left');
    await expect(written).rejects.toThrow('the server left');
    await fill.close();
  });
});

describe('xml', () => {
  it('writes each row as an element with attributes by type, which xmllint reads back', async () => {
    const options = { rows: 2000, groups: 20 };
    const xml = await writeDocument(writeXml, await sampleFill(options));
    const queries = [
      'count(/report/rows/row)',
      'sum(/report/rows/row/@id)',
      'string(/report/rows/row[1500]/@name)',
      'string(/report/columns/column[@attribute="area"]/@type)',
      'string(/report/rows/row[1]/@seen)',
    ];
    const xpath = `concat(${queries.join(', "|", ')})`;
    const read = execFileSync('xmllint', ['--xpath', xpath, '-'], { input: xml, encoding: 'utf8' });
    expect(read.trim().split('|')).toEqual([
      '2000',
      '2001000',
      sampleRow(1499, options)['name'],
      'decimal',
      '2024-04-16T06:00:00',
    ]);
  });

  it('makes names well formed and unique, drops control characters, and leaves null out', async () => {
    const columns: Column[] = ['Área (km²)', 'Área [km²]', '1st', 'xml'].map((name) => ({
      name,
      type: 'text',
    }));
    const rows = [{ 'Área (km²)': 'a\u0000\u0007\n<"&>\uD800b😀', '1st': '', xml: null }];
    const xml = String(await writeDocument(writeXml, listFill({ columns, rows })));
    execFileSync('xmllint', ['--noout', '-'], { input: xml });
    expect(xml).toContain('<row Área_km_="a&#10;&lt;&quot;&amp;&gt;b😀" _1st=""/>');
    expect(xml).toContain('<column attribute="Área_km__2" name="Área [km²]" type="text"/>');
    expect(xml).toContain('attribute="_xml"');
  });
});
