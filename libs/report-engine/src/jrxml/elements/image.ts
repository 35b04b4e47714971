import type { ImageElement } from '../../template/types.ts';
import type { ImportContext } from '../context.ts';
import { withoutAbsent } from '../element-style.ts';
import { literalText, readExpressionOf } from '../expressions.ts';
import { baseName } from '../files.ts';
import { readChild, type XmlNode } from '../xml-node.ts';
import { readBase } from './base.ts';

const SCALES: Readonly<Record<string, NonNullable<ImageElement['scale']>>> = {
  FillFrame: 'fill',
  RetainShape: 'contain',
  Clip: 'clip',
};
const HALIGN: Readonly<Record<string, ImageElement['halign']>> = { Center: 'center', Right: 'right' };
const VALIGN: Readonly<Record<string, ImageElement['valign']>> = { Middle: 'middle', Bottom: 'bottom' };
/** A folder from a parameter, joined with the name of a file. */
export const FILE_IN_FOLDER = /^\$P\{\w+\}\s*\+\s*("[^"\\]+")$/;

export function importImage(node: XmlNode, context: ImportContext): ImageElement | null {
  const { base, effective } = readBase(node, context);
  const source = readSource(node, context);
  if (!source) return null;
  const scale = SCALES[effective.scaleImage ?? 'RetainShape'];
  if (!scale) {
    context.report(
      node,
      'warning',
      `scaleImage="${effective.scaleImage}" became RetainShape: the picture stays within its frame.`,
    );
  }
  return withoutAbsent<ImageElement>({
    ...base,
    kind: 'image',
    source,
    scale: scale ?? 'contain',
    halign: HALIGN[effective.hImageAlign ?? ''],
    valign: VALIGN[effective.vImageAlign ?? ''],
  } as ImageElement);
}

function readSource(node: XmlNode, context: ImportContext): ImageElement['source'] | null {
  const written = readChild(node, 'expression');
  const text = written?.text.trim().replace(/;$/, '') ?? '';
  if (!written || text === '') {
    context.report(node, 'error', 'The picture has no expression. The element was left out.');
    return null;
  }
  const literal = literalText(FILE_IN_FOLDER.exec(text)?.[1] ?? text);
  if (literal === null) {
    const expression = readExpressionOf(node, 'expression', context);
    context.report(
      written,
      'info',
      'The picture comes from an expression; it is shown where that gives the bytes of a picture.',
    );
    return expression === undefined ? null : { expression };
  }
  if (/^data:image\/(?:png|jpe?g|gif|webp);base64,/i.test(literal)) return { data: literal };
  if (/^(?!repo:)[a-z][a-z\d+.-]+:/i.test(literal)) {
    context.report(
      written,
      'error',
      'Pictures from addresses are not loaded. Add the file to the report. The element was left out.',
    );
    return null;
  }
  return { asset: useAsset(literal.replace(/^repo:/, ''), written, context) };
}

/** The name of a picture in the template; the file is handed over with it, if there is one. */
function useAsset(path: string, node: XmlNode, { files, report, assets }: ImportContext): string {
  const file = files.find(path);
  if (file) assets.add(file.path);
  else
    report(
      node,
      'warning',
      `The picture ${path} is not among the files of the report. Add it under this name.`,
    );
  return file ? files.assetName(file.path) : baseName(path);
}
