import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from '@jest/globals';
import yauzl from 'yauzl';
import type { Fill } from '../src/fill/types.ts';
import type { Element } from '../src/template/types.ts';
import { createPptxWriter } from '../src/writers/pptx/write-pptx.ts';
import { band, makeFill } from './make-fill.ts';
import { makeSampleReport } from './sample-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-pptx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function write(fill: Fill, options = {}) {
  const stream = new PassThrough();
  const [bytes, result] = await Promise.all([buffer(stream), createPptxWriter(options)(fill, { stream })]);
  return { bytes, result };
}

async function readParts(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await streamText(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

async function streamText(stream: NodeJS.ReadableStream): Promise<string> {
  return (await buffer(stream)).toString('utf8');
}

describe('PowerPoint writer', () => {
  test('a slide has its header, at most 20 rows, and no group header as its last', async () => {
    const { bytes } = await write(makeSampleReport({ rows: 120, groups: 8 }));
    const parts = await readParts(bytes);
    const tables = [...parts].filter(
      ([name, xml]) => /slides\/slide\d+\.xml$/.test(name) && xml.includes('<a:tbl>'),
    );
    expect(tables.length).toBeGreaterThan(5);
    for (const [, xml] of tables) {
      const rows = xml.match(/<a:tr .*?<\/a:tr>/gs) ?? [];
      expect(rows.length).toBeLessThanOrEqual(21);
      expect(rows[0]).toContain('<a:t>Amount €</a:t>');
      expect(rows.at(-1)).not.toMatch(/<a:t>Region/);
      for (const row of rows) expect(row.match(/<a:tc\b/g)).toHaveLength(6);
    }
    writeFileSync(join(folder, 'slide.xml'), tables[0]?.[1] ?? '');
    execFileSync('xmllint', ['--noout', join(folder, 'slide.xml')]);
  });

  test('a chart is a picture on a slide of its own, with a text', async () => {
    const place = { x: 0, y: 0, width: 300, height: 200, style: {} };
    const series = [{ name: 'Flow', values: [3, 7] }];
    const data = { chart: 'bar' as const, horizontal: false, legend: true, categories: ['A', 'B'], series };
    const element: Element = {
      ...{ kind: 'chart', chart: 'bar', id: 'c', value: '1' },
      x: 0,
      y: 0,
      width: 300,
      height: 200,
    };
    const fill = makeFill({
      template: { bands: { detail: [], summary: { height: 200, elements: [element] } } },
      events: () => [
        {
          type: 'band',
          state: { rowNumber: 0 },
          band: band('summary', [
            { ...place, kind: 'chart', id: 'c', data: { ...data, locale: 'en', timeZone: 'UTC' } },
          ]),
        },
      ],
    });
    const parts = await readParts((await write(fill)).bytes);
    expect([...parts.keys()].filter((name) => /^ppt\/media\/.*\.png$/.test(name))).toHaveLength(1);
    expect(parts.get('ppt/slides/slide2.xml')).toContain('descr="Bar chart: 2 categories from A to B.');
  });

  test('a report of more slides than allowed is refused', async () => {
    const events = makeSampleReport({ rows: 100, groups: 1 });
    await expect(write(events, { maxSlides: 3 })).rejects.toMatchObject({ code: 'report.too_many_slides' });
  });

  test('a report without bands is a title slide', async () => {
    const { result } = await write(makeFill({ events: () => [] }));
    expect(result).toEqual({ rows: 0, pages: 1 });
  });
});
