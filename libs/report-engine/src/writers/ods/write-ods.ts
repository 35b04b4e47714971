import type { Fill, Writer } from '../../fill/types.ts';
import { pageSize } from '../../template/page-size.ts';
import { runsFromRight } from '../direction.ts';
import { createGrid, type Grid } from '../grid.ts';
import {
  manifestEntry,
  metaEntry,
  mimeTypeEntry,
  ODF_NAMESPACES,
  pictureEntries,
  pictureFrame,
} from '../odf/odf-package.ts';
import { textProperties } from '../odf/odf-style.ts';
import { openPictures, type PictureOptions, type PictureStore } from '../pictures.ts';
import { openRowSource, type RowSource } from '../sheet/row-source.ts';
import { SHEET_ROWS } from '../sheet/sheet-limits.ts';
import { sheetName } from '../sheet/sheet-names.ts';
import { sheetRows } from '../sheet/sheet-rows.ts';
import type { SheetRow } from '../sheet/types.ts';
import { XML_DECLARATION, xmlAttribute } from '../xml-text.ts';
import { writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { createOdsCellStyles } from './cell-styles.ts';
import { createOdsCellWriter } from './ods-cell.ts';
import { settingsPart } from './settings-part.ts';

const TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

export interface OdsOptions extends PictureOptions {
  /** Rows of a sheet, after which the next begins. */
  sheetRows?: number;
}

/** A spreadsheet of OpenDocument. */
export function createOdsWriter(options: OdsOptions = {}): Writer {
  return async (fill, { stream }, signal) => {
    const result = { rows: 0 };
    const grid = createGrid(fill.template);
    const source = await openRowSource(
      sheetRows(fill, grid, () => (result.rows += 1)),
      options.sheetRows ?? SHEET_ROWS,
    );
    await writeZip(writeParts(fill, { grid, source, options }), stream, {
      modified: fill.settings.now,
      signal,
    });
    return result;
  };
}

async function* writeParts(
  fill: Fill,
  { grid, source, options }: { grid: Grid; source: RowSource; options: OdsOptions },
): AsyncGenerator<ZipEntry> {
  const styles = createOdsCellStyles(fill.settings.locale);
  const pictures = await openPictures(fill, options);
  const writeCell = createOdsCellWriter(fill, styles);
  const sheets: { name: string; frozen: number }[] = [];
  yield mimeTypeEntry(TYPE);
  yield { name: 'content.xml', content: writeContent() };
  yield { name: 'styles.xml', content: stylesPart(fill, styles.writeStyles()) };
  yield { name: 'settings.xml', content: settingsPart(sheets) };
  yield metaEntry(fill);
  yield* pictureEntries(pictures.all.values());
  yield manifestEntry(TYPE, ['content.xml', 'styles.xml', 'settings.xml', 'meta.xml'], pictures.all.values());

  async function* writeContent(): AsyncGenerator<string> {
    yield `${XML_DECLARATION}<office:document-content${ODF_NAMESPACES} office:version="1.2"><office:automatic-styles>${sheetStyle(fill)}${columnStyles(grid)}</office:automatic-styles><office:body><office:spreadsheet>`;
    do {
      const number = sheets.length + 1;
      const sheet = { name: sheetName(fill.template.title, number), frozen: source.frozenRows(number) };
      sheets.push(sheet);
      yield `<table:table table:style-name="Sheet" table:name="${xmlAttribute(sheet.name)}">`;
      for (const index of grid.columns.keys())
        yield `<table:table-column table:style-name="co${index + 1}"/>`;
      yield* writeRows(source.nextSheet(), {
        frozen: sheet.frozen,
        writeRow: (row) => rowOf(row, writeCell, pictures),
      });
      yield '</table:table>';
    } while (!source.isDone());
    yield '</office:spreadsheet></office:body></office:document-content>';
  }
}

/** Rows with their groups; header rows are printed on each page. */
async function* writeRows(
  rows: AsyncGenerator<SheetRow>,
  { frozen, writeRow }: { frozen: number; writeRow: (row: SheetRow) => string },
): AsyncGenerator<string> {
  let count = 0;
  let level = 0;
  if (frozen > 0) yield '<table:table-header-rows>';
  for await (const row of rows) {
    let xml = '';
    for (; level < row.level; level += 1) xml += '<table:table-row-group>';
    for (; level > row.level; level -= 1) xml += '</table:table-row-group>';
    count += 1;
    yield `${xml}${writeRow(row)}${count === frozen ? '</table:table-header-rows>' : ''}`;
  }
  if (count === 0) yield '<table:table-row><table:table-cell/></table:table-row>';
  yield '</table:table-row-group>'.repeat(level);
}

function rowOf(
  { cells, pictures, height }: SheetRow,
  writeCell: ReturnType<typeof createOdsCellWriter>,
  store: PictureStore,
): string {
  const frames = new Map<number, string>();
  for (const { column, element } of pictures ?? []) {
    frames.set(column, `${frames.get(column) ?? ''}${pictureFrame(store.add(element), element)}`);
  }
  for (const column of frames.keys())
    if (!cells.some((cell) => cell.column === column))
      cells.push({ column, value: null, text: '', style: {} });
  if (frames.size > 0) cells.sort((a, b) => a.column - b.column);
  let xml = '';
  let next = 0;
  for (const cell of cells) {
    if (cell.column > next)
      xml += `<table:table-cell table:number-columns-repeated="${cell.column - next}"/>`;
    xml += writeCell(cell, frames.get(cell.column));
    next = cell.column + 1;
  }
  const style = height === undefined ? '' : ` table:style-name="Row_${Math.ceil(height)}"`;
  return `<table:table-row${style}>${xml || '<table:table-cell/>'}</table:table-row>`;
}

function sheetStyle({ template }: Fill): string {
  const mode = runsFromRight(template) ? 'rl-tb' : 'lr-tb';
  return `<style:style style:name="Sheet" style:family="table" style:master-page-name="Default"><style:table-properties table:display="true" style:writing-mode="${mode}"/></style:style>`;
}

/** Widths of the columns, and the few heights that rows with pictures may have. */
function columnStyles({ columns }: Grid): string {
  const widths = columns.map(
    ({ width }, index) =>
      `<style:style style:name="co${index + 1}" style:family="table-column"><style:table-column-properties style:column-width="${width}pt"/></style:style>`,
  );
  const heights = Array.from(
    { length: 80 },
    (_, index) =>
      `<style:style style:name="Row_${index + 1}" style:family="table-row"><style:table-row-properties style:row-height="${index + 1}pt" style:use-optimal-row-height="false"/></style:style>`,
  );
  return [...widths, ...heights].join('');
}

function stylesPart({ template }: Fill, cellStyles: string): string {
  const { width, height } = pageSize(template.page);
  const { top, right, bottom, left } = template.page.margins;
  const orientation = width > height ? 'landscape' : 'portrait';
  return (
    `${XML_DECLARATION}<office:document-styles${ODF_NAMESPACES} office:version="1.2"><office:styles>` +
    `<style:style style:name="Default" style:family="table-cell">${textProperties({})}</style:style>${cellStyles}</office:styles>` +
    `<office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="${width}pt" fo:page-height="${height}pt" style:print-orientation="${orientation}" fo:margin-top="${top}pt" fo:margin-right="${right}pt" fo:margin-bottom="${bottom}pt" fo:margin-left="${left}pt" style:scale-to-X="1" style:scale-to-Y="0"/>` +
    '<style:header-style/><style:footer-style><style:header-footer-properties fo:min-height="20pt" fo:margin-top="6pt"/></style:footer-style></style:page-layout></office:automatic-styles>' +
    '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="pm1"><style:header style:display="false"/><style:footer><text:p><text:page-number>1</text:page-number> / <text:page-count>1</text:page-count></text:p></style:footer></style:master-page></office:master-styles></office:document-styles>'
  );
}
