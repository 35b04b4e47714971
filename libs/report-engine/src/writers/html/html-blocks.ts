import type { FilledTable, FilledText } from '../../fill/types.ts';
import { isRightToLeft } from '../direction.ts';
import type { FlowBlock, FlowCell, FlowRow } from '../flow/types.ts';
import { partsOfText } from '../flow/text-parts.ts';
import type { Grid } from '../grid.ts';
import type { Picture, PictureElement, PictureStore } from '../pictures.ts';
import { webLink } from '../web-link.ts';
import { xmlAttribute, xmlText } from '../xml-text.ts';
import type { HtmlStyles } from './html-styles.ts';

export interface BlockContext {
  grid: Grid;
  styles: HtmlStyles;
  pictures: PictureStore;
  /** The address of a picture. */
  addressOf(picture: Picture): Promise<string>;
}

/** Writes a block as HTML. */
export async function htmlOfBlock(block: FlowBlock, context: BlockContext): Promise<string> {
  switch (block.type) {
    case 'row':
      return htmlOfRow(block, context);
    case 'paragraph':
      return htmlOfParagraph(block.texts, context);
    case 'tableStart':
      return htmlOfTableStart(block.header, context);
    case 'tableEnd':
      return '</tbody></table></div>\n';
    case 'subtable':
      return htmlOfTable(block.table, context);
    case 'picture':
      return `<p>${await htmlOfPicture(block.element, context)}</p>\n`;
    case 'pageBreak':
      return '<div class="break"></div>\n';
  }
}

function htmlOfParagraph(texts: FilledText[], { styles }: BlockContext): string {
  const [text] = texts;
  if (texts.length > 1 || !text)
    return `<p class="line">${texts.map((each) => `<span${attributesOf(each, styles)}>${contentOf(each)}</span>`).join(' ')}</p>\n`;
  const tag = text.heading ? `h${text.heading}` : 'p';
  return `<${tag}${attributesOf(text, styles)}>${contentOf(text)}</${tag}>\n`;
}

async function htmlOfTableStart(header: FlowRow[], context: BlockContext): Promise<string> {
  const total = context.grid.columns.reduce((sum, { width }) => sum + width, 0);
  const columns = context.grid.columns.map(
    ({ width }) => `<col style="width:${((width / total) * 100).toFixed(2)}%">`,
  );
  let head = '';
  for (const row of header) head += await htmlOfRow(row, context);
  return `<div class="wide"><table><colgroup>${columns.join('')}</colgroup>${head && `<thead>${head}</thead>`}<tbody>\n`;
}

async function htmlOfRow({ kind, cells }: FlowRow, context: BlockContext): Promise<string> {
  if (kind === 'groupHeader') {
    // Each group is a body of its own, named by its first cell.
    let html = '';
    let isFirst = true;
    for (const cell of cells) {
      html += await htmlOfCell(
        cell,
        isFirst && cell.texts.length > 0 ? 'th scope="rowgroup"' : 'td',
        context,
      );
      if (cell.texts.length > 0) isFirst = false;
    }
    return `</tbody><tbody><tr class="g">${html}</tr>\n`;
  }
  const tag = kind === 'columnHeader' ? 'th scope="col"' : 'td';
  let html = '<tr>';
  for (const cell of cells)
    html += isPlain(cell) ? htmlOfText(cell, tag, context.styles) : await htmlOfCell(cell, tag, context);
  return `${html}</tr>\n`;
}

function isPlain({ texts, pictures }: FlowCell): boolean {
  return texts.length === 1 && pictures.length === 0;
}

/** The ordinary cell, one text, without the detour of a promise. */
function htmlOfText({ span, texts: [text] }: FlowCell, tag: string, styles: HtmlStyles): string {
  if (!text) return '';
  return `<${tag}${span > 1 ? ` colspan="${span}"` : ''}${attributesOf(text, styles)}>${contentOf(text)}</${tag.slice(0, 2)}>`;
}

async function htmlOfCell(cell: FlowCell, tag: string, context: BlockContext): Promise<string> {
  if (isPlain(cell)) return htmlOfText(cell, tag, context.styles);
  let content = '';
  for (const picture of cell.pictures) content += await htmlOfPicture(picture, context);
  content += cell.texts
    .map((text) => `<span${attributesOf(text, context.styles)}>${contentOf(text)}</span>`)
    .join(' ');
  const name = content === '' ? 'td' : tag;
  return `<${name}${cell.span > 1 ? ` colspan="${cell.span}"` : ''}>${content}</${name.slice(0, 2)}>`;
}

function htmlOfTable({ columns, rows, totals }: FilledTable, { styles }: BlockContext): string {
  const line = (cells: { text: string }[]): string =>
    `<tr>${cells.map(({ text }, index) => `<td${styles.attributesOf(columns[index]?.style ?? {})}>${xmlText(text)}</td>`).join('')}</tr>\n`;
  const head = columns.map(
    ({ header, headerStyle }) => `<th scope="col"${styles.attributesOf(headerStyle)}>${xmlText(header)}</th>`,
  );
  return (
    `<div class="wide"><table><thead><tr>${head.join('')}</tr></thead><tbody>\n${rows.map(line).join('')}</tbody>` +
    `${totals ? `<tfoot>${line(totals)}</tfoot>` : ''}</table></div>\n`
  );
}

async function htmlOfPicture(
  element: PictureElement,
  { addressOf, pictures }: BlockContext,
): Promise<string> {
  const picture = pictures.add(element);
  const size = `width="${Math.round((element.width * 96) / 72)}" height="${Math.round((element.height * 96) / 72)}"`;
  return `<img src="${xmlAttribute(await addressOf(picture))}" alt="${xmlAttribute(picture.alt)}" ${size}>`;
}

function attributesOf(text: FilledText, styles: HtmlStyles): string {
  const look = styles.attributesOf(text.style);
  return text.text !== null && isRightToLeft(text.text, text.style) ? `${look} dir="rtl"` : look;
}

function contentOf(text: FilledText): string {
  const address = webLink(text.link);
  const content = partsOfText(text)
    .map((part) => (typeof part === 'string' ? xmlText(part) : ''))
    .join('');
  return address ? `<a href="${xmlAttribute(address)}" rel="noreferrer">${content}</a>` : content;
}
