import type { Calculation, Reset, Variable } from '../template/types.ts';
import { valueTypeOf } from './classes.ts';
import type { ImportContext } from './context.ts';
import { withoutAbsent } from './element-style.ts';
import { readExpressionOf } from './expressions.ts';
import { readAttribute, type XmlNode } from './xml-node.ts';

const CALCULATIONS: Readonly<Record<string, Calculation>> = {
  Nothing: 'none',
  Count: 'count',
  DistinctCount: 'distinct',
  Sum: 'sum',
  Average: 'average',
  Lowest: 'min',
  Highest: 'max',
  StandardDeviation: 'deviation',
  Variance: 'variance',
  System: 'system',
  First: 'first',
};

export function importVariable(node: XmlNode, context: ImportContext): Variable {
  const name = readAttribute(node, 'name') ?? '';
  context.nodes.set(`variables:${name}`, node);
  const javaClass = readAttribute(node, 'class');
  const type = valueTypeOf(javaClass);
  if (type === null) {
    context.report(
      node,
      'warning',
      `The class ${javaClass ?? ''} of the variable ${name} is unknown; its values are texts.`,
    );
  }
  const increment = readReset(node, 'increment', context);
  return withoutAbsent<Variable>({
    name,
    type: type ?? 'text',
    calculation: readCalculation(node, context),
    expression: readExpressionOf(node, 'expression', context),
    initial: readExpressionOf(node, 'initialValueExpression', context),
    reset: readReset(node, 'reset', context) ?? 'report',
    increment: increment === 'none' ? undefined : increment,
  } as Variable);
}

function readCalculation(node: XmlNode, { report }: ImportContext): Calculation {
  const name = readAttribute(node, 'calculation') ?? 'Nothing';
  const calculation = CALCULATIONS[name];
  if (!calculation)
    report(node, 'error', `The calculation ${name} is not supported; the variable has the value of its row.`);
  if (readAttribute(node, 'incrementerFactoryClass') !== undefined) {
    report(node, 'error', 'A calculation by a class of one’s own is not supported.');
  }
  return calculation ?? 'none';
}

/** `resetType` and `resetGroup`, or `incrementType` and `incrementGroup`. */
export function readReset(
  node: XmlNode,
  what: 'reset' | 'increment',
  { report }: ImportContext,
): Reset | undefined {
  const type = readAttribute(node, `${what}Type`);
  const group = readAttribute(node, `${what}Group`);
  switch (type) {
    case undefined:
      return undefined;
    case 'None':
      return 'none';
    case 'Report':
      return 'report';
    case 'Page':
      return 'page';
    case 'Column':
      return 'column';
    case 'Group':
      if (group !== undefined) return { group };
  }
  report(node, 'error', `${what}Type="${type}" is not supported.`);
  return undefined;
}
