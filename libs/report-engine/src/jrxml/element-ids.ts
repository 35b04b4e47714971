import type { JrxmlFinding } from './types.ts';
import type { XmlNode } from './xml-node.ts';

/** Gives findings the id of the template's element that came of their place in the file, so that an editor can show it. */
export function addElementIds(findings: JrxmlFinding[], nodes: ReadonlyMap<string, XmlNode>): void {
  const ids = new Map<string, string>();
  const visit = (node: XmlNode, id: string): void => {
    ids.set(placeOf(node), id);
    for (const child of node.children) visit(child, id);
  };
  // A frame comes before the elements within it, which take their places over. Other entries are those of lists.
  for (const [id, node] of nodes) if (!id.includes(':')) visit(node, id);
  for (const finding of findings) {
    const id = ids.get(placeOf(finding));
    if (id !== undefined) finding.id = id;
  }
}

function placeOf({ line, column }: { line: number; column: number }): string {
  return `${line}:${column}`;
}
