import { readAttribute, readChild, type XmlNode } from './xml-node.ts';

/** Properties of a style or element as the file gives them; those of pens and boxes with a path, such as `box.topPen.lineWidth`. */
export type RawStyle = Readonly<Record<string, string>>;

const OWN = [
  'mode',
  'forecolor',
  'backcolor',
  'radius',
  'scaleImage',
  'hTextAlign',
  'vTextAlign',
  'hImageAlign',
  'vImageAlign',
  'rotation',
  'markup',
  'pattern',
  'blankWhenNull',
  'fontName',
  'fontSize',
  'bold',
  'italic',
  'underline',
  'strikeThrough',
];
const BOX = ['padding', 'topPadding', 'rightPadding', 'bottomPadding', 'leftPadding'];
const SIDES = ['pen', 'topPen', 'rightPen', 'bottomPen', 'leftPen'];
const PEN = ['lineWidth', 'lineStyle', 'lineColor'];

/** Reads everything about looks from a style, a conditional style, an element or a table cell. */
export function readRawStyle(node: XmlNode): RawStyle {
  const raw: Record<string, string> = {};
  copyAttributes(node, OWN, { raw, path: '' });
  const pen = readChild(node, 'pen');
  if (pen) copyAttributes(pen, PEN, { raw, path: 'pen.' });
  const paragraph = readChild(node, 'paragraph');
  if (paragraph) copyAttributes(paragraph, ['lineSpacing', 'lineSpacingSize'], { raw, path: 'paragraph.' });
  const box = readChild(node, 'box');
  if (!box) return raw;
  // Version 7 writes the name of the element's style here once more.
  readAttribute(box, 'style');
  copyAttributes(box, BOX, { raw, path: 'box.' });
  for (const side of SIDES) {
    const child = readChild(box, side);
    if (child) copyAttributes(child, PEN, { raw, path: `box.${side}.` });
  }
  return raw;
}

function copyAttributes(
  node: XmlNode,
  names: readonly string[],
  { raw, path }: { raw: Record<string, string>; path: string },
): void {
  for (const name of names) {
    const value = readAttribute(node, name);
    if (value !== undefined) raw[path + name] = value.trim();
  }
}
