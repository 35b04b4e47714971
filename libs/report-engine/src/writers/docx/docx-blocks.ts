import type { FilledTable, FilledText, ResolvedStyle } from '../../fill/types.ts';
import type { Border } from '../../template/types.ts';
import { hexColor } from '../document-fonts.ts';
import type { FlowBlock, FlowCell, FlowRow } from '../flow/types.ts';
import type { Grid } from '../grid.ts';
import { createStyleCache } from '../style-cache.ts';
import type { PictureElement } from '../pictures.ts';
import { docxParagraph, twips, type TextContext } from './docx-text.ts';

export interface BlockContext extends TextContext {
  grid: Grid;
  /** Whether the first column is at the right. */
  fromRight: boolean;
  drawPicture(element: PictureElement): string;
}

/** Word joins two tables that follow one another; a small paragraph keeps them apart. */
const BETWEEN_TABLES = '<w:p><w:pPr><w:spacing w:line="120" w:lineRule="exact"/></w:pPr></w:p>';

/** Writes a block as WordprocessingML. */
export function docxOfBlock(block: FlowBlock, context: BlockContext): string {
  switch (block.type) {
    case 'row':
      return docxOfRow(block, context);
    case 'paragraph':
      return docxParagraph(block.texts, context, { tabs: true });
    case 'tableStart':
      return (
        tableStart(context.grid.columns, context) +
        block.header.map((row) => docxOfRow(row, context)).join('')
      );
    case 'tableEnd':
      return `</w:tbl>${BETWEEN_TABLES}`;
    case 'subtable':
      return docxOfTable(block.table, context);
    case 'picture':
      return docxParagraph([], context, { before: context.drawPicture(block.element) });
    case 'pageBreak':
      return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  }
}

function tableStart(columns: readonly { width: number }[], { fromRight }: BlockContext): string {
  const total = columns.reduce((sum, { width }) => sum + twips(width), 0);
  return (
    `<w:tbl><w:tblPr><w:bidiVisual w:val="${fromRight ? 1 : 0}"/><w:tblW w:w="${total}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="40" w:type="dxa"/><w:right w:w="40" w:type="dxa"/></w:tblCellMar></w:tblPr>` +
    `<w:tblGrid>${columns.map(({ width }) => `<w:gridCol w:w="${twips(width)}"/>`).join('')}</w:tblGrid>`
  );
}

function docxOfRow({ kind, cells }: FlowRow, context: BlockContext): string {
  const keepNext = kind === 'groupHeader';
  let column = 0;
  let xml = '';
  for (const cell of cells) {
    let width = 0;
    for (let i = 0; i < cell.span; i += 1) width += context.grid.columns[column + i]?.width ?? 0;
    column += cell.span;
    xml += docxOfCell(cell, { width, keepNext, context });
  }
  return `<w:tr><w:trPr><w:cantSplit/>${kind === 'columnHeader' ? '<w:tblHeader/>' : ''}</w:trPr>${xml}</w:tr>`;
}

function docxOfCell(
  { span, texts, pictures }: FlowCell,
  { width, keepNext, context }: { width: number; keepNext: boolean; context: BlockContext },
): string {
  const box = boxProperties(texts[0]?.style ?? NO_STYLE);
  const before = pictures.length > 0 ? pictures.map((each) => context.drawPicture(each)).join('') : '';
  return (
    `<w:tc><w:tcPr><w:tcW w:w="${twips(width)}" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''}${box}</w:tcPr>` +
    `${docxParagraph(texts, context, { before, keepNext })}</w:tc>`
  );
}

const NO_STYLE: ResolvedStyle = {};
const SIDES = ['top', 'left', 'bottom', 'right'] as const;

const boxProperties = createStyleCache(({ background, border, padding, verticalAlign }) => {
  const hex = hexColor(background);
  const lines = SIDES.map((side) => borderXml(side, border?.[side])).join('');
  const margins = SIDES.map((side) => {
    const points = padding?.[side];
    return points === undefined ? '' : `<w:${side} w:w="${twips(points)}" w:type="dxa"/>`;
  }).join('');
  const vertical = verticalAlign === 'middle' ? 'center' : verticalAlign;
  return (
    `${lines && `<w:tcBorders>${lines}</w:tcBorders>`}${hex ? `<w:shd w:val="clear" w:color="auto" w:fill="${hex}"/>` : ''}` +
    `${margins && `<w:tcMar>${margins}</w:tcMar>`}${vertical && vertical !== 'top' ? `<w:vAlign w:val="${vertical}"/>` : ''}`
  );
});

function borderXml(side: string, line: Border | undefined): string {
  if (!line || line.width <= 0) return '';
  const kind = line.style === 'solid' ? 'single' : line.style;
  return `<w:${side} w:val="${kind}" w:sz="${Math.max(2, Math.round(line.width * 8))}" w:space="0" w:color="${hexColor(line.color) ?? '000000'}"/>`;
}

function docxOfTable({ columns, rows, totals, repeatHeader }: FilledTable, context: BlockContext): string {
  const row = (cells: { text: string; style: ResolvedStyle }[], isHeader: boolean): string => {
    const content = cells.map(({ text, style }, index) =>
      docxOfCell(
        { span: 1, pictures: [], texts: [plainText(text, style)] },
        { width: columns[index]?.width ?? 0, keepNext: false, context },
      ),
    );
    return `<w:tr><w:trPr><w:cantSplit/>${isHeader && repeatHeader ? '<w:tblHeader/>' : ''}</w:trPr>${content.join('')}</w:tr>`;
  };
  const body = (totals ? [...rows, totals] : rows).map((cells) =>
    row(
      cells.map(({ text }, index) => ({ text, style: columns[index]?.style ?? NO_STYLE })),
      false,
    ),
  );
  const head = row(
    columns.map(({ header, headerStyle }) => ({ text: header, style: headerStyle })),
    true,
  );
  return `${tableStart(columns, context)}${head}${body.join('')}</w:tbl>${BETWEEN_TABLES}`;
}

function plainText(text: string, style: ResolvedStyle): FilledText {
  return {
    kind: 'text',
    id: '',
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    style,
    value: text,
    text,
    grow: true,
    isStatic: true,
  };
}
