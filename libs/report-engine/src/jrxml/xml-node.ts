/** An element of a JRXML file. After `toVersion7` its names are those of version 7; `written` are those of the file. */
export interface XmlNode {
  name: string;
  written: string;
  attributes: Map<string, XmlAttribute>;
  children: XmlNode[];
  text: string;
  /** One-based place of the opening bracket. */
  line: number;
  column: number;
  /** Whether the importer has read it; what is not read becomes a finding. */
  isRead: boolean;
}

export interface XmlAttribute {
  value: string;
  written: string;
  isRead: boolean;
}

/** The value of an attribute, which counts as read from now on. */
export function readAttribute(node: XmlNode, name: string): string | undefined {
  const attribute = node.attributes.get(name);
  if (!attribute) return undefined;
  attribute.isRead = true;
  return attribute.value;
}

/** A number of an attribute; undefined where it is absent or no number. */
export function readNumber(node: XmlNode, name: string): number | undefined {
  const text = readAttribute(node, name)?.trim();
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

export function readFlag(node: XmlNode, name: string): boolean | undefined {
  const text = readAttribute(node, name);
  return text === undefined ? undefined : text.trim().toLowerCase() === 'true';
}

/** The first child of a name, which counts as read. */
export function readChild(node: XmlNode, name: string): XmlNode | undefined {
  const child = node.children.find((each) => each.name === name);
  if (child) child.isRead = true;
  return child;
}

/** All children of a name, which count as read. */
export function readChildren(node: XmlNode, name: string): XmlNode[] {
  const found = node.children.filter((each) => each.name === name);
  for (const child of found) child.isRead = true;
  return found;
}

/** Takes the elements of groups that mean nothing but being together out of them. */
export function withoutElementGroups(nodes: XmlNode[]): XmlNode[] {
  return nodes.flatMap((node) =>
    node.attributes.get('kind')?.value === 'elementGroup'
      ? withoutElementGroups(readChildren(node, 'element'))
      : [node],
  );
}

/** Marks an element with all that is in it as read: a finding about the whole was made. */
export function markWhole(node: XmlNode): void {
  node.isRead = true;
  for (const attribute of node.attributes.values()) attribute.isRead = true;
  for (const child of node.children) markWhole(child);
}
