import type { Group } from '../template/types.ts';
import { importGroupBand } from './bands.ts';
import type { ImportContext } from './context.ts';
import { withoutAbsent } from './element-style.ts';
import { readExpressionOf } from './expressions.ts';
import { readAttribute, readFlag, readNumber, type XmlNode } from './xml-node.ts';

export function importGroup(node: XmlNode, context: ImportContext): Group {
  const name = readAttribute(node, 'name') ?? '';
  context.nodes.set(`groups:${name}`, node);
  const expression = readExpressionOf(node, 'expression', context);
  if (expression === undefined) {
    context.report(node, 'info', `The group ${name} has no expression: all rows are in one group.`);
  }
  const flag = (attribute: string): true | undefined => (readFlag(node, attribute) ? true : undefined);
  return withoutAbsent<Group>({
    name,
    expression: expression ?? 'true',
    startNewPage: flag('startNewPage'),
    startNewColumn: flag('startNewColumn'),
    resetPageNumber: flag('resetPageNumber'),
    minHeightToStartNewPage: readNumber(node, 'minHeightToStartNewPage') || undefined,
    keepTogether: flag('keepTogether'),
    reprintHeader: flag('reprintHeaderOnEachPage'),
    header: importGroupBand(node, 'groupHeader', context) ?? undefined,
    footer: importGroupBand(node, 'groupFooter', context) ?? undefined,
  } as Group);
}
