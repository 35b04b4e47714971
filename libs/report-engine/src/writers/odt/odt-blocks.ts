import type { FilledTable, FilledText, ResolvedStyle } from '../../fill/types.ts';
import { isRightToLeft } from '../direction.ts';
import { tabStopsOf, type TabStop } from '../flow/tab-stops.ts';
import { partsOfText } from '../flow/text-parts.ts';
import type { FlowBlock, FlowCell, FlowRow } from '../flow/types.ts';
import type { Grid } from '../grid.ts';
import { odfText } from '../odf/odf-text.ts';
import type { PictureElement } from '../pictures.ts';
import { webLink } from '../web-link.ts';
import { xmlAttribute } from '../xml-text.ts';
import type { OdtStyles } from './odt-styles.ts';

export interface BlockContext {
  grid: Grid;
  styles: OdtStyles;
  drawPicture(element: PictureElement): string;
}

const NO_STYLE: ResolvedStyle = {};
const FIELDS = {
  pageNumber: '<text:page-number text:select-page="current">1</text:page-number>',
  pageCount: '<text:page-count>1</text:page-count>',
};

/** Writes a block as XML of OpenDocument. */
export function odtOfBlock(block: FlowBlock, context: BlockContext): string {
  switch (block.type) {
    case 'row':
      return odtOfRow(block, context);
    case 'paragraph':
      return odtParagraph(block.texts, context, {
        separator: '<text:tab/>',
        tabStops: tabStopsOf(block.texts),
      });
    case 'tableStart':
      return tableStart(
        context.grid.columns,
        block.header.map((row) => odtOfRow(row, context)),
      );
    case 'tableEnd':
      return '</table:table>';
    case 'subtable':
      return odtOfTable(block.table, context);
    case 'picture':
      return `<text:p>${context.drawPicture(block.element)}</text:p>`;
    case 'pageBreak':
      return '<text:p text:style-name="Page_break"/>';
  }
}

function tableStart(columns: readonly { width: number }[], header: string[]): string {
  const widths = columns.map(({ width }) => `<table:table-column table:style-name="${columnStyle(width)}"/>`);
  const head =
    header.length > 0 ? `<table:table-header-rows>${header.join('')}</table:table-header-rows>` : '';
  return `<table:table table:style-name="Table">${widths.join('')}${head}`;
}

/** The name of the style of columns that are this wide. */
export function columnStyle(width: number): string {
  return `Width_${Math.max(1, Math.round(width))}`;
}

function odtOfRow({ kind, cells }: FlowRow, context: BlockContext): string {
  const keepNext = kind === 'groupHeader';
  let xml = '';
  for (const cell of cells) xml += odtOfCell(cell, keepNext, context);
  return `<table:table-row table:style-name="Row">${xml}</table:table-row>`;
}

function odtOfCell({ span, texts, pictures }: FlowCell, keepNext: boolean, context: BlockContext): string {
  const spanned = span > 1 ? ` table:number-columns-spanned="${span}"` : '';
  const before = pictures.length > 0 ? pictures.map((each) => context.drawPicture(each)).join('') : '';
  const paragraph = odtParagraph(texts, context, { before, keepNext, inCell: true, separator: ' ' });
  return (
    `<table:table-cell table:style-name="${context.styles.cellNameOf(texts[0]?.style ?? NO_STYLE)}" office:value-type="string"${spanned}>${paragraph}</table:table-cell>` +
    '<table:covered-table-cell/>'.repeat(span - 1)
  );
}

interface ParagraphOptions {
  before?: string;
  keepNext?: boolean;
  inCell?: boolean;
  separator: string;
  tabStops?: readonly TabStop[];
}

function odtParagraph(
  texts: readonly FilledText[],
  { styles }: BlockContext,
  { before = '', keepNext = false, inCell = false, separator, tabStops = [] }: ParagraphOptions,
): string {
  const [first] = texts;
  if (!first) return `<text:p>${before}</text:p>`;
  const { heading, style, text } = first;
  const rightToLeft = isRightToLeft(text ?? '', style);
  const name = styles.nameOf(style, { heading, keepNext, inCell, rightToLeft, tabStops });
  const content = before + texts.map(contentOf).join(separator);
  return heading
    ? `<text:h text:style-name="${name}" text:outline-level="${heading}">${content}</text:h>`
    : `<text:p text:style-name="${name}">${content}</text:p>`;
}

function contentOf(text: FilledText): string {
  const address = webLink(text.link);
  const content = partsOfText(text)
    .map((part) => (typeof part === 'string' ? odfText(part) : FIELDS[part.field]))
    .join('');
  return address
    ? `<text:a xlink:href="${xmlAttribute(address)}" xlink:type="simple">${content}</text:a>`
    : content;
}

function odtOfTable({ columns, rows, totals, repeatHeader }: FilledTable, { styles }: BlockContext): string {
  const cell = (text: string, style: ResolvedStyle): string => {
    const rightToLeft = isRightToLeft(text, style);
    const name = styles.nameOf(style, { keepNext: false, inCell: true, rightToLeft });
    return `<table:table-cell table:style-name="${styles.cellNameOf(style)}" office:value-type="string"><text:p text:style-name="${name}">${odfText(text)}</text:p></table:table-cell>`;
  };
  const row = (cells: string[]): string =>
    `<table:table-row table:style-name="Row">${cells.join('')}</table:table-row>`;
  const head = row(columns.map(({ header, headerStyle }) => cell(header, headerStyle)));
  const body = (totals ? [...rows, totals] : rows).map((cells) =>
    row(cells.map(({ text }, index) => cell(text, columns[index]?.style ?? {}))),
  );
  return `${tableStart(columns, repeatHeader ? [head] : [])}${repeatHeader ? '' : head}${body.join('')}</table:table>`;
}
