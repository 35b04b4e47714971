import type { FilledTable, FilledText, ResolvedStyle, TextPart } from '../../fill/types.ts';
import { isRightToLeft } from '../direction.ts';
import { tabStopsOf } from '../flow/tab-stops.ts';
import { partsOfText } from '../flow/text-parts.ts';
import type { FlowBlock, FlowCell, FlowRow } from '../flow/types.ts';
import type { Grid } from '../grid.ts';
import type { PictureElement, PictureStore } from '../pictures.ts';
import { webLink } from '../web-link.ts';
import type { RtfStyles, Script } from './rtf-styles.ts';
import { rtfText } from './rtf-text.ts';

export interface BlockContext {
  grid: Grid;
  /** Whether the first column is at the right. */
  fromRight: boolean;
  styles: RtfStyles;
  pictures: PictureStore;
}

const FIELDS = { pageNumber: 'PAGE', pageCount: 'NUMPAGES' };
const ALIGNMENTS = { left: '\\ql', right: '\\qr', center: '\\qc', justify: '\\qj' };
/** Scripts from Hebrew to Burmese, Khmer and Mongolian, and their presentation forms. */
const COMPLEX = /[\u0590-\u109F\u1780-\u18AF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const EMPTY_CELL: FlowCell = { span: 1, texts: [], pictures: [] };

/** Writes a block as RTF. */
export function rtfOfBlock(block: FlowBlock, context: BlockContext): string {
  switch (block.type) {
    case 'row':
      return rtfOfRow(block, context);
    case 'paragraph':
      return `${rtfParagraph(block.texts, context, { separator: '\\tab ', words: tabStops(block.texts) })}\\par\n`;
    case 'tableStart':
      return block.header.map((row) => rtfOfRow(row, context)).join('');
    case 'tableEnd':
      return '\\pard\\fs8\\par\n';
    case 'subtable':
      return rtfOfTable(block.table, context);
    case 'picture':
      return `\\pard ${rtfPicture(block.element, context)}\\par\n`;
    case 'pageBreak':
      return '\\pard\\page\n';
  }
}

function tabStops(texts: readonly FilledText[]): string {
  const kinds = { left: '', right: '\\tqr', center: '\\tqc' };
  const stops = tabStopsOf(texts).map(
    ({ align, position }) => `${kinds[align]}\\tx${Math.round(position * 20)}`,
  );
  return stops.join('');
}

function rtfOfRow({ kind, cells }: FlowRow, context: BlockContext): string {
  const { columns } = context.grid;
  const left = columns[0]?.x ?? 0;
  const keepNext = kind === 'groupHeader';
  let column = 0;
  let edges = '';
  let content = '';
  for (const cell of cells) {
    column += cell.span;
    const last = columns[column - 1];
    edges += cellEdge(cell.texts[0]?.style, last ? last.x + last.width - left : 0, context.styles);
    content += rtfOfCell(cell, keepNext, context);
  }
  return tableRow({ edges, content, isHeader: kind === 'columnHeader' }, context);
}

/** A row that is not broken over pages; header rows are repeated. */
function tableRow(
  { edges, content, isHeader }: { edges: string; content: string; isHeader: boolean },
  { fromRight }: BlockContext,
): string {
  return `\\trowd${fromRight ? '\\rtlrow' : '\\ltrrow'}\\trgaph40\\trkeep${isHeader ? '\\trhdr' : ''}${edges}\n${content}\\row\n`;
}

function cellEdge(style: ResolvedStyle | undefined, right: number, styles: RtfStyles): string {
  return `${style ? styles.cell(style) : ''}\\cellx${Math.round(right * 20)}`;
}

function rtfOfCell({ texts, pictures }: FlowCell, keepNext: boolean, context: BlockContext): string {
  const before = pictures.length > 0 ? pictures.map((each) => rtfPicture(each, context)).join('') : '';
  return `${rtfParagraph(texts, context, { before, separator: ' ', words: keepNext ? '\\intbl\\keepn' : '\\intbl' })}\\cell\n`;
}

function rtfParagraph(
  texts: readonly FilledText[],
  { styles, fromRight }: BlockContext,
  { before = '', words = '', separator }: { before?: string; words?: string; separator: string },
): string {
  const [first] = texts;
  if (!first) return `\\pard${words} ${before}`;
  const rightToLeft = isRightToLeft(first.text ?? '', first.style);
  const heading = first.heading ? `\\outlinelevel${first.heading - 1}\\keepn` : '';
  const align = first.style.align ?? (rightToLeft ? 'right' : 'left');
  const runs = texts.map((text) => {
    const isMixed = fromRight || COMPLEX.test(text.text ?? '');
    const script = rightToLeft ? 'rightToLeft' : isMixed ? 'mixed' : 'simple';
    return `{${characters(text, script, styles)}${linked(text)}}`;
  });
  return `\\pard${words}${heading}${rightToLeft ? '\\rtlpar' : ''}${ALIGNMENTS[align]} ${before}${runs.join(separator)}`;
}

function characters({ style, heading }: FilledText, script: Script, styles: RtfStyles): string {
  if (heading === undefined || style.size !== undefined) return styles.characters(style, script);
  return styles.characters({ ...style, bold: true, size: 18 - heading * 2 }, script);
}

function linked(text: FilledText): string {
  const content = partsOfText(text).map(rtfPart).join('');
  const address = webLink(text.link);
  return address
    ? `{\\field{\\*\\fldinst HYPERLINK "${rtfText(address.replace(/["\\{}]/g, encodeURIComponent))}"}{\\fldrslt ${content}}}`
    : content;
}

function rtfPart(part: TextPart): string {
  return typeof part === 'string'
    ? rtfText(part)
    : `{\\field{\\*\\fldinst ${FIELDS[part.field]}}{\\fldrslt 1}}`;
}

function rtfPicture(element: PictureElement, { pictures }: BlockContext): string {
  const picture = pictures.add(element);
  const kind = picture.mime === 'image/png' ? 'pngblip' : 'jpegblip';
  const size = `\\picwgoal${Math.round(element.width * 20)}\\pichgoal${Math.round(element.height * 20)}`;
  return `{\\pict\\${kind}${size}\n${Buffer.from(picture.bytes).toString('hex')}}`;
}

function rtfOfTable({ columns, rows, totals, repeatHeader }: FilledTable, context: BlockContext): string {
  const row = (texts: string[], styleOf: (index: number) => ResolvedStyle, isHeader: boolean): string => {
    let right = 0;
    let edges = '';
    let content = '';
    for (const [index, text] of texts.entries()) {
      const style = styleOf(index);
      right += columns[index]?.width ?? 0;
      edges += cellEdge(style, right, context.styles);
      content += rtfOfCell({ ...EMPTY_CELL, texts: [plainText(text, style)] }, false, context);
    }
    return tableRow({ edges, content, isHeader }, context);
  };
  const head = row(
    columns.map(({ header }) => header),
    (index) => columns[index]?.headerStyle ?? {},
    repeatHeader,
  );
  const body = (totals ? [...rows, totals] : rows).map((cells) =>
    row(
      cells.map(({ text }) => text),
      (index) => columns[index]?.style ?? {},
      false,
    ),
  );
  return `${head}${body.join('')}\\pard\\fs8\\par\n`;
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
