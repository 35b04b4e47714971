import type { Band, Bands, Element } from '../template/types.ts';
import type { ImportContext } from './context.ts';
import { importElements } from './elements/elements.ts';
import { readExpressionOf } from './expressions.ts';
import { SECTIONS } from './version6-names.ts';
import { readAttribute, readChild, readChildren, readFlag, readNumber, type XmlNode } from './xml-node.ts';

/** All bands of the report but those of groups. */
export function importBands(root: XmlNode, context: ImportContext): Bands {
  const bands: Record<string, Band | Band[]> = { detail: [] };
  for (const name of SECTIONS) {
    const node = readChild(root, name);
    const band = node && importBand(node, context);
    if (band) bands[name] = band;
  }
  const detail = readChild(root, 'detail');
  const nodes = detail ? readChildren(detail, 'band') : [];
  return { ...bands, detail: nodes.flatMap((node) => importBand(node, context) ?? []) };
}

/** The header or footer of a group; several bands become one, since a template has one of each. */
export function importGroupBand(
  group: XmlNode,
  name: 'groupHeader' | 'groupFooter',
  context: ImportContext,
): Band | null {
  const section = readChild(group, name);
  const nodes = section ? readChildren(section, 'band') : [];
  const bands = nodes.flatMap((node) => importBand(node, context) ?? []);
  if (section && bands.length > 1) {
    context.report(section, 'info', `The ${bands.length} bands of the section were joined to one.`);
  }
  return bands.length > 0 ? bands.reduce(joinBands) : null;
}

/** A band; null for one without height and elements, which editors leave behind. */
function importBand(node: XmlNode, context: ImportContext): Band | null {
  const height = readNumber(node, 'height') ?? 0;
  const split = readSplit(node);
  const printWhen = readExpressionOf(node, 'printWhenExpression', context);
  const elements = importElements(node, context);
  if (height === 0 && elements.length === 0) return null;
  return {
    height,
    ...(split === undefined ? {} : { split }),
    ...(printWhen === undefined ? {} : { printWhen }),
    elements,
  };
}

function readSplit(node: XmlNode): Band['split'] {
  const type = readAttribute(node, 'splitType');
  if (type === 'Prevent' || readFlag(node, 'splitAllowed') === false) return 'prevent';
  return type === 'Immediate' ? 'immediate' : undefined;
}

function joinBands(upper: Band, lower: Band): Band {
  const split = upper.split ?? lower.split;
  return {
    height: upper.height + lower.height,
    ...(split === undefined ? {} : { split }),
    elements: [
      ...upper.elements.map((element) => withCondition(element, upper.printWhen)),
      ...lower.elements.map((element) =>
        withCondition({ ...element, y: element.y + upper.height }, lower.printWhen),
      ),
    ],
  };
}

function withCondition(element: Element, condition: string | undefined): Element {
  if (condition === undefined) return element;
  const printWhen = element.printWhen === undefined ? condition : `(${condition}) && (${element.printWhen})`;
  return { ...element, printWhen };
}
