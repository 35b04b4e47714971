import type { XmlNode } from './xml-node.ts';
import type { Report } from './context.ts';

/** Attributes that mean something to editors or compilers of reports only. */
const SILENT_ATTRIBUTES =
  /^(?:uuid|key|kind|name|xmlns|xmlns:.*|xsi:.*|.*[sS]chemaLocation|columnWidth|language|bookmarked?)$/;
/** Properties that keep the state of editors. */
const EDITOR_PROPERTY =
  /^(?:com\.jaspersoft\.studio|ireport|com\.jaspersoft\.ji|net\.sf\.jasperreports\.data\.adapter)/;
/** Attributes that change what a report shows. */
const CHANGING =
  /^(?:printIn|printWhen|printOrder|evaluation|increment|reset|filter|split|footerPosition|minDetails|rowSpan|textAdjust)/;

/** Makes a finding for each element and attribute that nothing has read, so that nothing is left out in silence. */
export function reportUnread(node: XmlNode, report: Report): void {
  for (const [name, attribute] of node.attributes) {
    if (attribute.isRead || SILENT_ATTRIBUTES.test(name)) continue;
    const severity = CHANGING.test(name) ? 'warning' : 'info';
    report(
      node,
      severity,
      `The attribute ${attribute.written}="${shorten(attribute.value)}" has no effect here.`,
    );
  }
  for (const child of node.children) {
    if (child.isRead) reportUnread(child, report);
    else reportUnreadElement(child, report);
  }
}

function reportUnreadElement(node: XmlNode, report: Report): void {
  if (node.name !== 'property') {
    report(node, 'warning', `<${node.written}> is not supported and was left out.`);
    return;
  }
  const name = node.attributes.get('name')?.value ?? '';
  if (!EDITOR_PROPERTY.test(name)) report(node, 'info', `The property ${shorten(name)} has no effect here.`);
}

export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
