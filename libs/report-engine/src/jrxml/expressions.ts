import { checkExpression } from '../expression/check.ts';
import type { ImportContext } from './context.ts';
import { shorten } from './unread.ts';
import { readAttribute, readChild, type XmlNode } from './xml-node.ts';

const PARTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\$([FPVR])\{([^}]*)\}/g;

/** The expression of an element in the language of templates; undefined where there is none. Problems become findings. */
export function readExpression(node: XmlNode | undefined, context: ImportContext): string | undefined {
  const text = readExpressionText(node, context);
  if (node && text !== undefined) checkText(text, node, context);
  return text;
}

/** Makes findings of what the engine cannot evaluate. */
export function checkText(text: string, node: XmlNode, { scope, template, report }: ImportContext): void {
  const resources = new Map(Object.keys(template.resources ?? {}).map((key) => [key, 'text' as const]));
  for (const { message } of checkExpression(text, { ...scope, resources }).problems) {
    report(node, 'error', `${message} The expression is: ${shorten(text)}`);
  }
}

/** The same without the check of the engine. */
export function readExpressionText(node: XmlNode | undefined, context: ImportContext): string | undefined {
  if (!node) return undefined;
  node.isRead = true;
  readAttribute(node, 'class');
  const text = node.text
    .replaceAll(PARTS, (part: string, kind: string | undefined, name: string | undefined) => {
      if (kind === undefined) return /^\/[/*]/.test(part) ? ' ' : part;
      if (kind === 'R') return toResource(name ?? '', { node, context });
      return kind === 'P' ? `$P{${context.parameterNames.get(name ?? '') ?? name}}` : part;
    })
    .trim()
    .replace(/;$/, '')
    .trim();
  return text === '' ? undefined : text;
}

/** The expression in a child of that name. */
export function readExpressionOf(node: XmlNode, name: string, context: ImportContext): string | undefined {
  return readExpression(readChild(node, name), context);
}

/** A text of the bundle, which the template keeps where it is used. */
function toResource(key: string, { node, context }: { node: XmlNode; context: ImportContext }): string {
  const { template, resources, report } = context;
  const text = resources?.get(key);
  if (text === undefined) {
    const why = resources
      ? 'is not in the resource bundle'
      : 'needs a resource bundle, which the report does not have';
    report(node, 'error', `The text $R{${key}} ${why}; its key is shown instead.`);
  }
  template.resources = { ...template.resources, [key]: text ?? key };
  return `$R{${key}}`;
}

/** The text of an expression that is one literal text; null for all others. */
export function literalText(expression: string | undefined): string | null {
  const text = expression?.trim() ?? '';
  if (!/^"(?:[^"\\\n]|\\[nrt"\\'/])*"$/.test(text)) return null;
  return text
    .slice(1, -1)
    .replaceAll(/\\(.)/g, (_, char: string) => ({ n: '\n', r: '\r', t: '\t' })[char] ?? char);
}
