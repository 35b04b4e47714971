import type { FilledText, ResolvedStyle, TextPart } from '../../fill/types.ts';
import { isRightToLeft } from '../direction.ts';
import { tabStopsOf } from '../flow/tab-stops.ts';
import { partsOfText } from '../flow/text-parts.ts';
import { webLink } from '../web-link.ts';
import { xmlText } from '../xml-text.ts';
import type { DocxStyles } from './docx-styles.ts';

const FIELDS = { pageNumber: 'PAGE', pageCount: 'NUMPAGES' };

export interface TextContext {
  styles: DocxStyles;
  /** Relation id of an address. */
  linkTo(address: string): string;
}

/** Twentieths of a point, in which Word measures. */
export function twips(points: number): number {
  return Math.round(points * 20);
}

/** One paragraph of texts beside one another, at tab stops; `before` is put before them, such as a picture. */
export function docxParagraph(
  texts: readonly FilledText[],
  { styles, linkTo }: TextContext,
  {
    before = '',
    keepNext = false,
    tabs = false,
  }: { before?: string; keepNext?: boolean; tabs?: boolean } = {},
): string {
  const [first] = texts;
  if (!first) return before === '' ? '<w:p/>' : `<w:p><w:r>${before}</w:r></w:p>`;
  const rightToLeft = isRightToLeft(first.text ?? '', first.style);
  const stops =
    tabs && texts.length > 1
      ? `<w:tabs>${tabStopsOf(texts)
          .map(({ align, position }) => `<w:tab w:val="${align}" w:pos="${twips(position)}"/>`)
          .join('')}</w:tabs>`
      : '';
  const runs = texts.map((text, index) => {
    const separator =
      index === 0 ? '' : stops ? '<w:r><w:tab/></w:r>' : '<w:r><w:t xml:space="preserve"> </w:t></w:r>';
    const content = partsOfText(text)
      .map((part) => run(part, rightToLeft))
      .join('');
    const address = webLink(text.link);
    return (
      separator + (address ? `<w:hyperlink r:id="${linkTo(address)}">${content}</w:hyperlink>` : content)
    );
  });
  return (
    `<w:p><w:pPr><w:pStyle w:val="${styles.nameOf(first.style, first.heading)}"/>${keepNext ? '<w:keepNext/>' : ''}${stops}${rightToLeft ? `<w:bidi/>${mirrored(first.style)}` : ''}</w:pPr>` +
    `${before && `<w:r>${before}</w:r>`}${runs.join('')}</w:p>`
  );
}

/** Word turns left and right round in a paragraph from right to left, where left is the side at which it begins. */
function mirrored({ align }: ResolvedStyle): string {
  return align === 'left' || align === 'right'
    ? `<w:jc w:val="${align === 'left' ? 'right' : 'left'}"/>`
    : '';
}

function run(part: TextPart, rightToLeft: boolean): string {
  const properties = rightToLeft ? '<w:rPr><w:rtl/></w:rPr>' : '';
  if (typeof part !== 'string')
    return `<w:fldSimple w:instr=" ${FIELDS[part.field]} "><w:r>${properties}<w:t>1</w:t></w:r></w:fldSimple>`;
  if (!/[\n\r\t]/.test(part)) return `<w:r>${properties}${textOf(part)}</w:r>`;
  const pieces = part.split(/(\r\n|\r|\n|\t)/).map((piece) => {
    if (piece === '\t') return '<w:tab/>';
    return /^[\r\n]/.test(piece) ? '<w:br/>' : textOf(piece);
  });
  return `<w:r>${properties}${pieces.join('')}</w:r>`;
}

function textOf(text: string): string {
  const space =
    text.startsWith(' ') || text.endsWith(' ') || text.includes('  ') ? ' xml:space="preserve"' : '';
  return `<w:t${space}>${xmlText(text)}</w:t>`;
}
