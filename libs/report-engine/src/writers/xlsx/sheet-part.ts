import type { Grid } from '../grid.ts';
import type { SheetCell, SheetRow } from '../sheet/types.ts';
import type { PictureElement } from '../pictures.ts';
import { webLink } from '../web-link.ts';
import { XML_DECLARATION, xmlAttribute } from '../xml-text.ts';
import type { CellWriter } from './cell-writer.ts';
import { columnName } from './references.ts';
import { wrappedHeight } from './wrapped-height.ts';

/** Links of a sheet that Excel opens. */
const MOST_LINKS = 65_530;
const MOST_LEVELS = 7;
const MOST_POINTS = 409;

/** One sheet while it is written: what other parts need to know of it is collected. */
export interface Sheet {
  name: string;
  rows: number;
  /** Rows at the top that stay in sight. */
  frozen: number;
  anchors: { row: number; column: number; element: PictureElement }[];
  /** Address by relation id. */
  links: Map<string, string>;
}

export interface SheetLayout {
  grid: Grid;
  rightToLeft: boolean;
  landscape: boolean;
  paperSize: number;
  /** Whether a group's row stands above its details. */
  summaryAbove: boolean;
}

export function createSheet(name: string, frozen: number): Sheet {
  return { name, rows: 0, frozen, anchors: [], links: new Map() };
}

/** The beginning of the part, up to the first row. */
export function sheetStart({ frozen }: Sheet, layout: SheetLayout): string {
  const pane =
    frozen > 0
      ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`
      : '';
  const columns = layout.grid.columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${characters(width)}" customWidth="1"/>`,
  );
  return (
    `${XML_DECLARATION}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
    `<sheetPr>${layout.summaryAbove ? '<outlinePr summaryBelow="0"/>' : ''}<pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<sheetViews><sheetView workbookViewId="0"${layout.rightToLeft ? ' rightToLeft="1"' : ''}>${pane}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15" outlineLevelRow="7"/><cols>${columns.join('')}</cols><sheetData>`
  );
}

/** The end of the part. An empty list of links or merged cells would make Excel repair the file, so there is none. */
export function sheetEnd({ links, anchors }: Sheet, references: string[], layout: SheetLayout): string {
  return (
    `</sheetData>${links.size > 0 ? `<hyperlinks>${references.join('')}</hyperlinks>` : ''}` +
    '<pageMargins left="0.5" right="0.5" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
    `<pageSetup paperSize="${layout.paperSize}" orientation="${layout.landscape ? 'landscape' : 'portrait'}" fitToHeight="0"/>` +
    '<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>' +
    `${anchors.length > 0 ? '<drawing r:id="drawing"/>' : ''}</worksheet>`
  );
}

export interface RowTarget {
  sheet: Sheet;
  grid: Grid;
  writeCell: CellWriter;
  references: string[];
}

/** Writes rows of a sheet and notes pictures and links; `references` takes the links as XML. */
export function writeRow(row: SheetRow, { sheet, grid, writeCell, references }: RowTarget): string {
  sheet.rows += 1;
  const number = sheet.rows;
  let cells = '';
  for (const cell of row.cells) {
    const reference = `${columnName(cell.column)}${number}`;
    cells += writeCell(cell, reference);
    if (cell.link !== undefined) addLink(cell, reference, { sheet, references });
  }
  for (const { column, element } of row.pictures ?? [])
    sheet.anchors.push({ row: number - 1, column, element });
  const points = row.height ?? wrappedHeight(row, grid);
  const height = points === undefined ? '' : ` ht="${Math.min(points, MOST_POINTS)}" customHeight="1"`;
  const level = row.level > 0 ? ` outlineLevel="${Math.min(row.level, MOST_LEVELS)}"` : '';
  return `<row r="${number}"${height}${level}>${cells}</row>`;
}

function addLink(
  { link }: SheetCell,
  reference: string,
  { sheet, references }: { sheet: Sheet; references: string[] },
): void {
  const address = webLink(link);
  if (!address || references.length >= MOST_LINKS) return;
  const id = `link${references.length + 1}`;
  sheet.links.set(id, address);
  references.push(`<hyperlink ref="${reference}" r:id="${xmlAttribute(id)}"/>`);
}

/** Excel measures columns in digits of the standard font, 7 pixels wide, with 5 pixels of padding. */
function characters(points: number): number {
  return Math.round(Math.min(255, Math.max(1, ((points * 96) / 72 - 5) / 7)) * 100) / 100;
}
