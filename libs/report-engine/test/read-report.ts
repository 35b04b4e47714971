import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WriterFormat } from '../src/writers/create-writer.ts';
import { unzipParts } from './documents.ts';

/** Cells of each line of a table, as another program reads them. */
export type Lines = string[][];

/** HTML of documents as LibreOffice opens them. Each of its starts takes seconds: all documents are read in one. */
export function openInLibreOffice(documents: ReadonlyMap<string, Buffer>): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-office-'));
  try {
    const files = [...documents].map(([name, bytes]) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    });
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const options = [profile, '--headless', '--convert-to', 'html', '--outdir', folder];
    run('timeout', ['-k', '5', '120', 'soffice', ...options, ...files]);
    return new Map(
      files.map((file, index) => [
        [...documents.keys()][index] ?? '',
        readFileSync(file.replace(/\.\w+$/, '.html'), 'utf8'),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The lines of a document, each as its cells, read with another program; LibreOffice is too slow for long ones. */
export const READERS: Record<Exclude<WriterFormat, 'rtf'>, (bytes: Buffer) => Lines> = {
  csv: (bytes) => gdalLines('csv', bytes),
  xlsx: (bytes) => gdalLines('xlsx', bytes),
  xls: (bytes) => gdalLines('xls', bytes),
  ods: (bytes) => gdalLines('ods', bytes),
  xml: (bytes) =>
    run('xmllint', ['--xpath', '/report/rows/row', '-'], bytes)
      .split('/>')
      .filter((row) => row.includes('<row'))
      .map((row) => [...row.matchAll(/="([^"]*)"/g)].map(([, text = '']) => textOf(text))),
  html: (bytes) => htmlLines(run('xmllint', ['--html', '--xmlout', '--encode', 'utf-8', '-'], bytes)),
  docx: (bytes) => elementLines(unzipParts(bytes).get('word/document.xml') ?? '', 'w:tr', 'w:tc'),
  odt: (bytes) =>
    elementLines(unzipParts(bytes).get('content.xml') ?? '', 'table:table-row', 'table:table-cell'),
  pptx: (bytes) =>
    [...unzipParts(bytes)]
      .filter(([name]) => /slides\/slide\d+\.xml$/.test(name))
      .toSorted(([one], [other]) => slideNumber(one) - slideNumber(other))
      .flatMap(([, xml]) => elementLines(xml, 'a:tr', 'a:tc')),
  pdf: (bytes) => {
    const pages = run('pdftotext', ['-layout', '-', '-'], bytes).replaceAll(/[\u202a-\u202e]/g, '');
    return pages.split(/[\n\f]/).flatMap((line) => pdfLine(line.trim()));
  },
};

const slideNumber = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1]);

/** Lines of the sheets of a file. GDAL reads each value as text, and takes no line for a header. */
function gdalLines(format: string, bytes: Buffer): Lines {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sheet-'));
  try {
    const file = join(folder, `report.${format}`);
    writeFileSync(file, bytes);
    const options = ['XLSX', 'XLS', 'ODS'].flatMap((driver) => [
      ...['--config', `OGR_${driver}_HEADERS`, 'DISABLE'],
      ...['--config', `OGR_${driver}_FIELD_TYPES`, 'STRING'],
    ]);
    const lines = run('ogr2ogr', [...options, '-f', 'GeoJSONSeq', '/vsistdout/', file]);
    return lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { properties: Record<string, string | null> })
      .map(({ properties }) =>
        Array.from(
          { length: 8 },
          (_, index) =>
            (format === 'csv' ? Object.values(properties)[index] : properties[`Field${index + 1}`]) ?? '',
        ),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A line of a page: a row, a total, or the name of a group; none for headers, footers and titles. */
function pdfLine(line: string): Lines {
  const row = /^(\d+)\s+(\D.*?|\d+ \D.*?)\s*([\d,]+)\s+[\d,]+\.\d\d\s+\d\d\./.exec(line);
  if (row) return [row.slice(1)];
  const total = /^(.*?Total of.*?)\s{2,}([\d,]+)$/.exec(line);
  if (total) return [[total[1] ?? '', '', total[2] ?? '']];
  return line === '' || /^(id\s+name|Page \d+)/.test(line) ? [] : [[line]];
}

/** Rows of all tables of HTML; a cell over several columns is followed by empty ones. */
export const htmlLines = (html: string): Lines => elementLines(html, 'tr', 't[dh]');

function elementLines(xml: string, row: string, cell: string): Lines {
  const rows = new RegExp(`<${row}\\b[^>]*>(.*?)</${row}>`, 'gs');
  const cells = new RegExp(`<${cell}\\b([^>]*?)(?:/>|>(.*?)</${cell}>)`, 'gs');
  return [...xml.matchAll(rows)].map(([, content = '']) =>
    [...content.matchAll(cells)].flatMap(([, attributes = '', text = '']) => {
      // A cell of a slide that another one covers.
      if (attributes.includes('hMerge')) return [];
      const span = Number(
        /(?:colspan|gridSpan|columns-spanned)="?(\d+)|gridSpan w:val="(\d+)/
          .exec(attributes + text)
          ?.slice(1)
          .find(Boolean) ?? 1,
      );
      return [textOf(text), ...Array.from({ length: span - 1 }, () => '')];
    }),
  );
}

function textOf(markup: string): string {
  const text = markup
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

function run(program: string, args: string[], input?: Buffer): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'ignore'],
    ...(input && { input }),
  });
}
