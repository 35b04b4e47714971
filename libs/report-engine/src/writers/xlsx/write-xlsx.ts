import type { Fill, Writer } from '../../fill/types.ts';
import { runsFromRight } from '../direction.ts';
import { createGrid } from '../grid.ts';
import { openPictures, type PictureOptions } from '../pictures.ts';
import { openRowSource } from '../sheet/row-source.ts';
import { sheetName } from '../sheet/sheet-names.ts';
import { sheetRows } from '../sheet/sheet-rows.ts';
import type { SheetRow } from '../sheet/types.ts';
import { writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { createCellStyles } from './cell-styles.ts';
import { createCellWriter } from './cell-writer.ts';
import { drawingParts } from './drawing-part.ts';
import { relationsPart } from '../ooxml/package-parts.ts';
import { workbookParts } from './workbook-parts.ts';
import { createSheet, sheetEnd, sheetStart, writeRow, type Sheet, type SheetLayout } from './sheet-part.ts';

const PAPER: Record<string, number> = { Letter: 1, Legal: 5, A3: 8, A4: 9, A5: 11 };

export interface XlsxOptions extends PictureOptions {
  /** Rows of a sheet, after which the next begins. */
  sheetRows?: number;
}

export function createXlsxWriter(options: XlsxOptions = {}): Writer {
  return async (fill, { stream }, signal) => {
    const result = { rows: 0 };
    const rows = sheetRows(fill, createGrid(fill.template), () => (result.rows += 1));
    await writeZip(writeParts(fill, rows, options), stream, { modified: fill.settings.now, signal });
    return result;
  };
}

async function* writeParts(
  fill: Fill,
  rows: AsyncGenerator<SheetRow>,
  options: XlsxOptions,
): AsyncGenerator<ZipEntry> {
  const styles = createCellStyles();
  const writeCell = createCellWriter(fill, styles);
  const layout = layoutOf(fill);
  const pictures = await openPictures(fill, options);
  const sheets: Sheet[] = [];
  const source = await openRowSource(rows, options.sheetRows);

  do {
    const number = sheets.length + 1;
    const sheet = createSheet(sheetName(fill.template.title, number), source.frozenRows(number));
    sheets.push(sheet);
    yield {
      name: `xl/worksheets/sheet${sheets.length}.xml`,
      content: writeSheet(sheet, { rows: source.nextSheet(), layout, writeCell }),
    };
    if (sheet.anchors.length > 0) {
      const { drawing, relations } = drawingParts(sheet, pictures);
      yield { name: `xl/drawings/drawing${sheets.length}.xml`, content: drawing };
      yield { name: `xl/drawings/_rels/drawing${sheets.length}.xml.rels`, content: relations };
    }
    if (sheet.anchors.length + sheet.links.size > 0)
      yield {
        name: `xl/worksheets/_rels/sheet${sheets.length}.xml.rels`,
        content: sheetRelations(sheet, sheets.length),
      };
  } while (!source.isDone());

  for (const { name, bytes } of pictures.all.values())
    yield { name: `xl/media/${name}`, content: bytes, stored: true };
  yield { name: 'xl/styles.xml', content: styles.writePart() };
  const shown = sheets.map((sheet) => ({ ...sheet, hasDrawing: sheet.anchors.length > 0 }));
  yield* workbookParts(shown, fill);
}

interface SheetContent {
  rows: AsyncGenerator<SheetRow>;
  layout: SheetLayout;
  writeCell: ReturnType<typeof createCellWriter>;
}

async function* writeSheet(sheet: Sheet, { rows, layout, writeCell }: SheetContent): AsyncGenerator<string> {
  const references: string[] = [];
  const target = { sheet, grid: layout.grid, writeCell, references };
  yield sheetStart(sheet, layout);
  for await (const row of rows) yield writeRow(row, target);
  yield sheetEnd(sheet, references, layout);
}

function layoutOf({ template }: Fill): SheetLayout {
  const { size, orientation } = template.page;
  return {
    grid: createGrid(template),
    rightToLeft: runsFromRight(template),
    landscape: orientation === 'landscape',
    paperSize: typeof size === 'string' ? (PAPER[size] ?? 9) : 9,
    summaryAbove: template.groups.some(({ header }) => header),
  };
}

function sheetRelations({ anchors, links }: Sheet, number: number): string {
  return relationsPart([
    ...(anchors.length > 0
      ? [{ id: 'drawing', type: 'drawing', target: `../drawings/drawing${number}.xml` }]
      : []),
    ...[...links].map(([id, target]) => ({ id, type: 'hyperlink', target, external: true })),
  ]);
}
