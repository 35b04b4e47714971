import type { FieldElement, TextElement } from '../../template/types.ts';
import type { ImportContext } from '../context.ts';
import { withoutAbsent } from '../element-style.ts';
import { readExpressionOf } from '../expressions.ts';
import type { RawStyle } from '../raw-style.ts';
import { readAttribute, readChild, readNumber, type XmlNode } from '../xml-node.ts';
import { readBase, readEvaluation } from './base.ts';

export function importText(node: XmlNode, context: ImportContext): TextElement {
  const { base, effective } = readBase(node, context);
  const isMarkup = reportMarkup(node, effective, context);
  const text = readChild(node, 'text')?.text ?? '';
  return { ...base, kind: 'text', text: isMarkup ? text.replaceAll(/<[^<>]*>/g, '') : text };
}

export function importField(node: XmlNode, context: ImportContext): FieldElement | TextElement {
  const { base, effective } = readBase(node, context);
  reportMarkup(node, effective, context);
  const evaluate = readEvaluation(node, context);
  const adjust = readAttribute(node, 'textAdjust');
  if (adjust === 'ScaleFont')
    context.report(node, 'warning', 'The font is not made smaller for long texts; they are cut.');
  const link = readLink(node, context);
  const heading = readHeading(node);
  const expression = readExpressionOf(node, 'expression', context);
  if (expression === undefined) {
    context.report(node, 'info', 'The text field has no expression; it is an empty text.');
    return { ...base, kind: 'text', text: '' };
  }
  return withoutAbsent<FieldElement>({
    ...base,
    kind: 'field',
    // At the end of the report the number of the page is the number of pages.
    expression:
      evaluate === 'report' ? expression.replaceAll('$V{PAGE_NUMBER}', '$V{TOTAL_PAGES}') : expression,
    evaluate,
    grow: adjust === 'StretchHeight' ? true : undefined,
    blankWhenNull: effective.blankWhenNull === 'true' ? true : undefined,
    link,
    heading,
  } as FieldElement);
}

function reportMarkup(node: XmlNode, { markup }: RawStyle, { report }: ImportContext): boolean {
  if (markup === undefined || markup === 'none') return false;
  report(node, 'warning', `Markup (${markup}) inside texts is not supported; the text has one look.`);
  return true;
}

/** The address of a link; links to places in documents are findings. */
function readLink(node: XmlNode, context: ImportContext): string | undefined {
  const type = readAttribute(node, 'linkType') ?? 'None';
  readAttribute(node, 'linkTarget');
  if (type === 'None') return undefined;
  if (type === 'Reference') return readExpressionOf(node, 'hyperlinkReferenceExpression', context);
  context.report(
    node,
    'warning',
    `Links of the type ${type} are not supported; the text is shown without a link.`,
  );
  return undefined;
}

/** Bookmarks make the outline of a PDF; here headings do. */
function readHeading(node: XmlNode): 1 | 2 | 3 | undefined {
  const level = readNumber(node, 'bookmarkLevel');
  if (level === 1 || level === 2 || level === 3) {
    readChild(node, 'anchorNameExpression');
    return level;
  }
  return undefined;
}
