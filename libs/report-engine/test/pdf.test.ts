import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import type { Fill, FilledChart, FilledMap } from '../src/fill/types.ts';
import { createPdfWriter } from '../src/writers/pdf/pdf-writer.ts';
import { band, makeFill, text } from './make-fill.ts';
import { makeSampleReport } from './sample-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-pdf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const basemapFolder = fileURLToPath(new URL('../../ui/assets/basemap', import.meta.url));
const write = createPdfWriter({ basemapFolder });

async function writeFile(fill: Fill, name: string): Promise<string> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), write(fill, { stream })]);
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const readPages = (file: string) => run('pdftotext', '-layout', file, '-').split('\f').slice(0, -1);

describe('a report of 300 rows, 3 groups and six scripts', () => {
  let file = '';
  let pages: string[] = [];
  beforeAll(async () => {
    const fill = makeSampleReport({ rows: 300, groups: 3 });
    file = await writeFile(fill, 'sample.pdf');
    pages = readPages(file);
    expect([...fill.warnings]).toEqual([]);
  });

  test('each page says its number and the count of pages that poppler finds', () => {
    const count = Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', file))?.[1]);
    expect(pages).toHaveLength(count);
    expect(pages.map((page) => /Page \d+ of \d+/.exec(page)?.[0])).toEqual(
      pages.map((_, index) => `Page ${index + 1} of ${count}`),
    );
  });

  test('every row is there once and in order, and headers are on each page', () => {
    const numbers = pages.flatMap((page) =>
      [...page.matchAll(/^\s+(\d+)\s+Station \d+/gm)].map((match) => Number(match[1])),
    );
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    for (const page of pages) expect(page).toMatch(/No\.\s+Station\s+Remark\s+Date\s+Flow m³\/s\s+Amount €/);
  });

  test('no group header is the last line of a page, and the footer has the last row of its page', () => {
    for (const page of pages) {
      const lines = page.split('\n').filter((line) => line.trim() !== '');
      expect(lines.at(-2)).not.toMatch(/^\s*Region/);
      const last = [...page.matchAll(/^\s+(\d+)\s+Station/gm)].at(-1)?.[1];
      expect(page).toContain(`after row ${last}`);
    }
  });

  test('text of all scripts can be read back', () => {
    const all = pages.join('\n').replaceAll(/[\u202a-\u202e]/g, '');
    for (const words of [
      'Ωμέγα και Άλφα',
      'Широкая',
      'السلام عليكم ورحمة الله',
      'हिन्दी में लिखा हुआ पाठ',
      '中文字符测试',
      'Total of Region 3',
    ])
      expect(all).toContain(words);
  });

  test('its fonts are embedded and subset', () => {
    const fonts = run('pdffonts', file).trim().split('\n').slice(2);
    expect(fonts.length).toBe(5);
    for (const line of fonts) expect(line).toMatch(/^[A-Z]{6}\+Noto.* yes yes yes /);
  });

  test('it is tagged: language, headings, tables with header cells', async () => {
    expect(run('pdfinfo', file)).toMatch(/Tagged:\s+yes/);
    // Poppler reads the page again for each element of its structure: a page is enough.
    const short = await writeFile(makeSampleReport({ rows: 10, groups: 1 }), 'short.pdf');
    const structure = run('pdfinfo', '-struct-text', short);
    for (const tag of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD'])
      expect(structure).toMatch(new RegExp(`^\\s*${tag}\\b`, 'm'));
    expect(structure).toMatch(/H1[^]*?"Survey of stations"/);
  });
});

/** Pages of a few rows, to have many of them in little time. */
const STRIP = {
  size: { width: 595, height: 170 },
  orientation: 'portrait' as const,
  margins: { top: 20, right: 40, bottom: 20, left: 40 },
};

describe('PDF writer', () => {
  test('the mixed line of Latin, Arabic, digits and Hebrew is read back whole, at the left and at the right', async () => {
    const line = 'Total: السلام عليكم 123 (abc) שלום';
    const fill = makeFill({
      events: () => [
        { type: 'band', state: { rowNumber: 1 }, band: band('detail', [text(line, { width: 400 })]) },
        {
          type: 'band',
          state: { rowNumber: 1 },
          band: band('detail', [text(line, { width: 400, style: { align: 'right' } })]),
        },
      ],
    });
    const file = await writeFile(fill, 'mixed.pdf');
    const [page = ''] = readPages(file);
    const lines = page
      .split('\n')
      .map((each) => each.replaceAll(/[\u202a-\u202e]/g, '').trim())
      .filter(Boolean);
    for (const each of lines)
      for (const word of ['Total:', 'السلام', 'عليكم', '123', 'abc', 'שלום']) expect(each).toContain(word);
    expect(lines).toHaveLength(2);
    // The element reaches from 40 to 440 pt.
    const words = [...run('pdftotext', '-bbox', file, '-').matchAll(/xMin="([\d.]+)".* xMax="([\d.]+)"/g)];
    const [starts, ends] = [1, 2].map((edge) => words.map((word) => Number(word[edge])));
    expect([Math.min(...(starts ?? [])), Math.max(...(ends ?? []))].map(Math.round)).toEqual([40, 440]);
  });

  test('a report of more than 200 pages has no tags, all its pages, and the right count on each', async () => {
    const fill = makeSampleReport({ rows: 630, groups: 3, template: { page: STRIP } });
    const file = await writeFile(fill, 'long.pdf');
    const info = run('pdfinfo', file);
    const count = Number(/Pages:\s+(\d+)/.exec(info)?.[1]);
    expect(count).toBeGreaterThan(200);
    expect(info).toMatch(/Tagged:\s+no/);
    const last = run('pdftotext', '-f', String(count), file, '-');
    expect(last).toContain(`Page ${count} of ${count}`);
    expect(last).toContain('End of the report');
  });

  test('charts and maps are pictures with a text for those who do not see them', async () => {
    const place = { x: 0, width: 400, height: 200, style: {} };
    const chart: FilledChart = {
      ...place,
      kind: 'chart',
      id: 'chart',
      y: 0,
      data: {
        chart: 'bar',
        title: 'Flow',
        horizontal: false,
        legend: true,
        categories: ['North', 'South'],
        series: [{ name: 'Flow', values: [3, 7] }],
        locale: 'en-GB',
        timeZone: 'UTC',
      },
    };
    const map: FilledMap = {
      ...place,
      kind: 'map',
      id: 'map',
      y: 210,
      data: {
        features: [{ geometry: { type: 'Point', coordinates: [13.4, 52.5] }, label: 'Berlin' }],
        basemap: true,
        legend: true,
        scaleBar: true,
        northArrow: true,
        locale: 'en-GB',
      },
    };
    const fill = makeFill({
      events: () => [
        { type: 'band', state: { rowNumber: 0 }, band: band('summary', [chart, map], { height: 410 }) },
      ],
    });
    const file = await writeFile(fill, 'pictures.pdf');
    const images = run('pdfimages', '-list', file).trim().split('\n').slice(2);
    expect(images.map((line) => line.trim().split(/\s+/).slice(2, 6))).toEqual([
      ['image', '1200', '600', 'rgb'],
      ['image', '1200', '600', 'rgb'],
    ]);
    const bytes = readFileSync(file);
    for (const words of ['Bar chart “Flow”: 2 categories', 'Map of 1 feature between']) {
      const utf16 = [Buffer.from(words, 'utf16le').swap16(), Buffer.from(words, 'latin1')];
      expect(utf16.some((encoded) => bytes.includes(encoded))).toBe(true);
    }
  });

  test('links lead to web addresses only', async () => {
    const link = (content: string, address: string) => ({
      type: 'band' as const,
      state: { rowNumber: 1 },
      band: band('detail', [text(content, {}, { link: address })]),
    });
    const fill = makeFill({
      events: () => [
        link('web', 'https://example.org/a?b=1'),
        link('script', 'javascript:alert(1)'),
        link('file', 'file:///etc/passwd'),
      ],
    });
    expect(
      run('pdfinfo', '-url', await writeFile(fill, 'links.pdf')).match(/\S+:\/\/\S+|javascript\S+/g),
    ).toEqual(['https://example.org/a?b=1']);
  });

  test('an output that is closed ends the run with an error', async () => {
    const stream = new PassThrough();
    stream.destroy();
    await expect(write(makeSampleReport({ rows: 10 }), { stream })).rejects.toThrow();
  });
});
