import { checkTemplate } from '../template/check-template.ts';
import type { Template } from '../template/types.ts';
import type { ImportContext } from './context.ts';
import type { JrxmlFinding } from './types.ts';
import type { XmlNode } from './xml-node.ts';

/** Makes findings of everything for which the engine would not accept the template, at the place in the file. */
export function checkImport(root: XmlNode, context: ImportContext, known: readonly JrxmlFinding[]): void {
  const { template, nodes, report } = context;
  const reported = known.map(({ message }) => message);
  for (const { level, path, message, element } of checkTemplate(template).findings) {
    // Expressions were checked where they were read, with their own line.
    if (reported.some((each) => each.startsWith(message))) continue;
    report(nodes.get(element ?? placeOf(path, template)) ?? root, level, message);
  }
}

/** Key under which `rememberNode` keeps the element of a part of the template, such as `variables:total`. */
function placeOf(path: string, template: Template): string {
  const [, list, index] = /^\$\.(datasets|parameters|groups|variables|styles)\[(\d+)\]/.exec(path) ?? [];
  if (list === undefined) return path;
  const named = template[list as 'datasets'][Number(index)];
  return `${list}:${named?.name ?? ''}`;
}
