import { beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWriter, type WriterFormat } from '../src/writers/create-writer.ts';
import { unzipParts, writeDocument } from './documents.ts';
import { sampleFill, sampleRow } from './sample-fill.ts';

/** The report that every format is to have whole. */
const REPORT = { rows: 2000, groups: 20, pictures: true };
const OFFICE: WriterFormat[] = ['xlsx', 'xls', 'ods', 'docx', 'odt', 'rtf'];

const documents = new Map<string, Buffer>();
const read = new Map<string, string[][]>();

beforeAll(async () => {
  for (const format of [...OFFICE, 'html'] as const)
    documents.set(format, await writeDocument(createWriter(format), await sampleFill(REPORT)));
  const folder = mkdtempSync(join(tmpdir(), 'cairn-office-'));
  try {
    for (const format of OFFICE)
      writeFileSync(join(folder, `${format}.${format}`), documents.get(format) ?? '');
    // Each start of LibreOffice takes seconds: all documents are read in one.
    const files = OFFICE.map((format) => join(folder, `${format}.${format}`));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    execFileSync(
      'timeout',
      [
        '-k',
        '5',
        '120',
        'soffice',
        profile,
        '--headless',
        '--convert-to',
        'html',
        '--outdir',
        folder,
        ...files,
      ],
      { stdio: 'ignore' },
    );
    for (const format of OFFICE)
      read.set(format, linesOf(readFileSync(join(folder, `${format}.html`), 'utf8')));
    read.set('html', linesOf(String(documents.get('html'))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

test.each([...OFFICE, 'html'])('A report as %s has its rows, group names and totals in order', (format) => {
  const lines = (read.get(format) ?? []).map(([first = '', second = '', third = '']) => [
    first,
    second,
    plainNumber(third),
  ]);
  const start = lines.findIndex(([first]) => first === 'id');
  expect(lines[start]).toEqual(['id', 'name', 'population']);
  expect(lines.slice(start + 1, start + 1 + REPORT.rows + 2 * REPORT.groups)).toEqual(expectedLines());
});

test('A report has its chart as a picture', () => {
  for (const [format, media] of [
    ['xlsx', 'xl/media/'],
    ['docx', 'word/media/'],
    ['ods', 'Pictures/'],
    ['odt', 'Pictures/'],
  ] as const) {
    const names = [...unzipParts(documents.get(format) ?? Buffer.alloc(0)).keys()];
    expect(names.filter((name) => name.startsWith(media))).toHaveLength(1);
  }
  expect(String(documents.get('rtf')).match(/\\pict\\pngblip/g)).toHaveLength(1);
  expect(String(documents.get('html'))).toMatch(
    /<img src="data:image\/png;base64,[^"]+" alt="Population by region"/,
  );
});

test('Documents for paper repeat the header of the table, keep rows whole and number their pages', () => {
  const docx = unzipParts(documents.get('docx') ?? Buffer.alloc(0));
  expect(docx.get('word/document.xml')?.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  expect(docx.get('word/document.xml')?.match(/<w:cantSplit\/>/g)?.length).toBe(
    1 + REPORT.rows + 2 * REPORT.groups,
  );
  expect(docx.get('word/footer.xml')).toContain('w:instr=" PAGE "');
  const odt = unzipParts(documents.get('odt') ?? Buffer.alloc(0));
  expect(odt.get('content.xml')?.match(/<table:table-header-rows>/g)).toHaveLength(1);
  expect(odt.get('styles.xml')).toMatch(/<style:header-footer-properties.*<style:footer>.*<text:page-number/);
  const rtf = String(documents.get('rtf'));
  expect(rtf.match(/\\trhdr/g)).toHaveLength(1);
  expect(rtf.includes('{\\field{\\*\\fldinst PAGE}')).toBe(true);
  // A letter beyond the first plane is two units.
  expect(rtf.includes('\\u-10187?\\u-8904?ncient')).toBe(true);
});

function expectedLines(): string[][] {
  const lines: string[][] = [];
  let total = 0;
  for (let index = 0; index < REPORT.rows; index += 1) {
    const row = sampleRow(index, REPORT);
    if (sampleRow(index - 1, REPORT)['region'] !== row['region'] || index === 0)
      lines.push([String(row['region']), '', '']);
    total += Number(row['population']);
    lines.push([String(row['id']), String(row['name']), String(row['population'])]);
    if (index + 1 < REPORT.rows && sampleRow(index + 1, REPORT)['region'] === row['region']) continue;
    lines.push([`Total of ${String(row['region'])}`, '', String(total)]);
    total = 0;
  }
  return lines;
}

/** Rows of all tables; a cell over several columns is followed by empty ones. */
function linesOf(html: string): string[][] {
  return [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]([^>]*)>(.*?)<\/t[dh]>/gs)].flatMap(([, attributes = '', content = '']) => {
      const span = Number(/colspan="?(\d+)/.exec(attributes)?.[1] ?? 1);
      return [textOf(content), ...Array.from({ length: span - 1 }, () => '')];
    }),
  );
}

function textOf(html: string): string {
  const text = html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim();
}

function plainNumber(text: string): string {
  return text.replaceAll(',', '');
}
