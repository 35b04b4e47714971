import { beforeAll, expect, test } from '@jest/globals';
import { createWriter, WRITER_FORMATS, type WriterFormat } from '../src/writers/create-writer.ts';
import { unzipParts, writeDocument } from './documents.ts';
import { htmlLines, openInLibreOffice, READERS, type Lines } from './read-report.ts';
import { SAMPLE_COLUMNS, sampleFill, sampleRow } from './sample-fill.ts';

/** The report that every format is to have whole. */
const REPORT = { rows: 2000, groups: 20, pictures: true };
/** What LibreOffice opens in a second. */
const SHORT = { rows: 60, groups: 3 };
const OFFICE: WriterFormat[] = ['xlsx', 'xls', 'ods', 'docx', 'odt', 'pptx'];

const documents = new Map<string, Buffer>();
const office = new Map<string, Lines>();

const writeReport = async (format: WriterFormat, report: typeof SHORT) =>
  writeDocument(createWriter(format), await sampleFill(report));

beforeAll(async () => {
  for (const format of WRITER_FORMATS) documents.set(format, await writeReport(format, REPORT));
  const files = new Map([['rtf.rtf', bytesOf('rtf')]]);
  for (const format of OFFICE) files.set(`${format}.${format}`, await writeReport(format, SHORT));
  for (const [name, html] of openInLibreOffice(files))
    office.set(name, htmlLines(name === 'pptx.pptx' ? firstTables(html) : html));
}, 180_000);

test.each(['xlsx', 'xls', 'ods', 'docx', 'odt', 'html', 'pptx', 'pdf'] as const)(
  'A report of 2,000 rows as %s has its rows, group names and totals in order',
  (format) => {
    expect(reportLines(READERS[format](bytesOf(format)))).toEqual(expectedLines(REPORT));
  },
);

test('A report of 2,000 rows as rtf has its rows, group names and totals in order', () => {
  expect(reportLines(office.get('rtf.rtf') ?? [])).toEqual(expectedLines(REPORT));
});

test.each(['csv', 'xml'] as const)('A report of 2,000 rows as %s has its rows in order', (format) => {
  const shown = READERS[format](bytesOf(format)).map((cells) => cells.slice(0, 4));
  const rows = Array.from({ length: REPORT.rows }, (_, index) => sampleRow(index, REPORT));
  expect(shown).toEqual(rows.map((row) => SAMPLE_COLUMNS.slice(0, 4).map(({ name }) => String(row[name]))));
});

test.each(OFFICE)(
  'LibreOffice opens a report as %s with its rows, group names and totals in order',
  (format) => {
    expect(reportLines(office.get(`${format}.${format}`) ?? [])).toEqual(expectedLines(SHORT));
  },
);

test('A report has its chart as a picture', () => {
  for (const [format, media] of [
    ['xlsx', 'xl/media/'],
    ['docx', 'word/media/'],
    ['ods', 'Pictures/'],
    ['odt', 'Pictures/'],
  ] as const) {
    const names = [...unzipParts(bytesOf(format)).keys()];
    expect(names.filter((name) => name.startsWith(media))).toHaveLength(1);
  }
  expect(String(documents.get('rtf')).match(/\\pict\\pngblip/g)).toHaveLength(1);
  expect(String(documents.get('html'))).toMatch(
    /<img src="data:image\/png;base64,[^"]+" alt="Population by region"/,
  );
});

test('Documents for paper repeat the header of the table, keep rows whole and number their pages', () => {
  const docx = unzipParts(bytesOf('docx'));
  expect(docx.get('word/document.xml')?.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  expect(docx.get('word/document.xml')?.match(/<w:cantSplit\/>/g)?.length).toBe(
    1 + REPORT.rows + 2 * REPORT.groups,
  );
  expect(docx.get('word/footer.xml')).toContain('w:instr=" PAGE "');
  const odt = unzipParts(bytesOf('odt'));
  expect(odt.get('content.xml')?.match(/<table:table-header-rows>/g)).toHaveLength(1);
  expect(odt.get('styles.xml')).toMatch(/<style:header-footer-properties.*<style:footer>.*<text:page-number/);
  const rtf = String(documents.get('rtf'));
  expect(rtf.match(/\\trhdr/g)).toHaveLength(1);
  expect(rtf.includes('{\\field{\\*\\fldinst PAGE}')).toBe(true);
  // A letter beyond the first plane is two units.
  expect(rtf.includes('\\u-10187?\\u-8904?ncient')).toBe(true);
});

function bytesOf(format: WriterFormat): Buffer {
  return documents.get(format) ?? Buffer.alloc(0);
}

const isTitle = (text: string) => text === 'Places of the world' || /^\d+ places$/.test(text);
const isHeader = ([first, second]: string[]) => first === 'id' && second === 'name';

/** Lines of the table without titles and headers. Numbers have no commas; words that are read right to left come in any order. */
function reportLines(lines: Lines): Lines {
  return lines
    .filter((line) => !isHeader(line) && line[0] && !isTitle(line[0]))
    .map(([first = '', second = '', third = '']) => [words(first), words(second), third.replaceAll(',', '')]);
}

/** LibreOffice writes the table of a slide twice. */
function firstTables(html: string): string {
  const slides = html.split('class="dp').slice(1);
  return slides.map((slide) => slide.slice(0, slide.indexOf('</table>'))).join('');
}

function words(text: string): string {
  return /[\u0590-\u06ff]/.test(text) ? text.split(/\s+/).toSorted().join(' ') : text;
}

function expectedLines(report: typeof SHORT): Lines {
  const lines: Lines = [];
  let total = 0;
  for (let index = 0; index < report.rows; index += 1) {
    const row = sampleRow(index, report);
    if (sampleRow(index - 1, report)['region'] !== row['region'] || index === 0)
      lines.push([words(String(row['region'])), '', '']);
    total += Number(row['population']);
    lines.push([String(row['id']), words(String(row['name'])), String(row['population'])]);
    if (index + 1 < report.rows && sampleRow(index + 1, report)['region'] === row['region']) continue;
    lines.push([words(`Total of ${String(row['region'])}`), '', String(total)]);
    total = 0;
  }
  return lines;
}
