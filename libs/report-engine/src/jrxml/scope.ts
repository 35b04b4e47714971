import type { ExpressionType } from '../expression/function-types.ts';
import { SYSTEM_PARAMETERS, SYSTEM_VARIABLES, valueTypeOfParameter } from '../template/scope.ts';
import { parameterTypeOf, valueTypeOf } from './classes.ts';
import type { Scope } from './context.ts';
import type { XmlNode } from './xml-node.ts';

/** What expressions over the rows of a report or dataset may use, with types by the classes of the file. */
export function readScope(
  owner: XmlNode,
  parameterNames: ReadonlyMap<string, string>,
  isKept: (parameter: XmlNode) => boolean = () => true,
): Scope {
  const nodes = (kind: string): XmlNode[] => owner.children.filter(({ name }) => name === kind);
  const parameters = nodes('parameter').filter(isKept);
  return {
    fields: new Map(nodes('field').map((node) => [nameOf(node), typeOf(node)])),
    parameters: new Map<string, ExpressionType>([
      ...Object.entries(SYSTEM_PARAMETERS),
      ...parameters.map(
        (node) => [parameterNames.get(nameOf(node)) ?? nameOf(node), typeOfParameter(node)] as const,
      ),
    ]),
    variables: new Map<string, ExpressionType>([
      ...Object.entries(SYSTEM_VARIABLES),
      ...nodes('group').map((node) => [`${nameOf(node)}_COUNT`, 'integer'] as const),
      ...nodes('variable').map((node) => [nameOf(node), typeOf(node)] as const),
    ]),
    resources: new Map(),
    calculations: new Map(
      nodes('variable').map((node) => [nameOf(node), node.attributes.get('calculation')?.value ?? 'Nothing']),
    ),
  };
}

function nameOf(node: XmlNode): string {
  return node.attributes.get('name')?.value ?? '';
}

function typeOf(node: XmlNode): ExpressionType {
  const javaClass = node.attributes.get('class')?.value;
  return (javaClass === 'java.lang.Object' ? null : valueTypeOf(javaClass)) ?? 'unknown';
}

function typeOfParameter(node: XmlNode): ExpressionType {
  const { type, exact } = parameterTypeOf(
    node.attributes.get('class')?.value,
    node.attributes.get('nestedType')?.value,
  );
  return exact ? valueTypeOfParameter(type) : 'unknown';
}
