import {
  CHART_DATASET,
  CHART_NAME,
  CHART_PLOT,
  CHILD_NAMES,
  ELEMENT_KINDS,
  SECTIONS,
  toAttribute7,
} from './version6-names.ts';
import type { XmlAttribute, XmlNode } from './xml-node.ts';

/** Children whose attributes and children belong to the element itself in version 7. */
const FOLDED = [
  'reportElement',
  'textElement',
  'graphicElement',
  'font',
  'chart',
  'chartTitle',
  'chartSubtitle',
];
const TITLE = /^chart(Title|Subtitle)$/;

/**
 * Writes a file of version 6 in the terms of version 7, so that one importer reads both. Places and written names stay, and what
 * version 7 spells the same is left alone.
 */
export function toVersion7(root: XmlNode): XmlNode {
  return {
    ...convert(root),
    children: root.children.map((child) => (isSection(child) ? toSection(child) : convert(child))),
  };
}

/** Whether a file is one of version 6: by its namespace, or by how it describes elements. */
export function isVersion6(root: XmlNode): boolean {
  const namespaces = [...root.attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (namespaces.some(([, { value }]) => value.startsWith('http://jasperreports.sourceforge.net/')))
    return true;
  return hasElement(root, 'reportElement');
}

function hasElement(node: XmlNode, name: string): boolean {
  return node.children.some((child) => child.name === name || hasElement(child, name));
}

function isSection({ name, children }: XmlNode): boolean {
  return SECTIONS.includes(name) && children.every((child) => child.name === 'band');
}

function toSection(node: XmlNode): XmlNode {
  const band = node.children[0];
  if (!band) return convert(node);
  const { attributes, children } = convert(band);
  return { ...node, attributes, children };
}

function convert(node: XmlNode): XmlNode {
  const kind = ELEMENT_KINDS[node.name];
  if (kind) return toElement(node, kind);
  const chart = CHART_NAME.exec(node.name)?.[1];
  if (chart && node.children.some(({ name }) => name === 'chart')) return toChart(node, chart);
  if (CHART_DATASET.test(node.name)) return toChartDataset(node);
  if (CHART_PLOT.test(node.name)) return { ...fold(node, ['plot']), name: 'plot' };
  if (node.name === 'conditionalStyle') return fold(node, ['style']);
  if (node.name === 'column' || node.name === 'columnGroup') return toColumn(node);
  return {
    ...node,
    name: CHILD_NAMES[node.name] ?? node.name,
    attributes: convertAttributes(node),
    children: node.children.flatMap((child) =>
      child.name === 'elementGroup' ? convert(child).children : [convert(child)],
    ),
  };
}

function convertAttributes(node: XmlNode): Map<string, XmlAttribute> {
  return new Map(
    [...node.attributes].map(([name, attribute]) => {
      const [renamed, value] = toAttribute7(name, attribute.value, node.name);
      return [renamed, { ...attribute, value }];
    }),
  );
}

/** Takes what stands in the named children into the node itself, at any depth. */
function fold(node: XmlNode, names: string[]): XmlNode {
  const attributes = convertAttributes(node);
  const children: XmlNode[] = [];
  for (const child of node.children) {
    if (!names.includes(child.name)) {
      children.push(...(child.name === 'elementGroup' ? convert(child).children : [convert(child)]));
      continue;
    }
    const folded = fold(child, names);
    const title = TITLE.exec(child.name)?.[1]?.toLowerCase();
    for (const [name, attribute] of folded.attributes) {
      const key = title ? title + name.charAt(0).toUpperCase() + name.slice(1) : name;
      if (!attributes.has(key)) attributes.set(key, attribute);
    }
    children.push(...folded.children);
  }
  return { ...node, attributes, children };
}

function toElement(node: XmlNode, kind: string): XmlNode {
  const folded = fold(node, FOLDED);
  setAttribute(folded, 'kind', kind);
  if (kind !== 'component') return { ...folded, name: 'element' };
  const known = ['printWhenExpression', 'property', 'propertyExpression'];
  return {
    ...folded,
    name: 'element',
    children: folded.children.map((child) => (known.includes(child.name) ? child : toComponent(child))),
  };
}

function toComponent(node: XmlNode): XmlNode {
  const component = { ...node, name: 'component', attributes: new Map(node.attributes) };
  setAttribute(component, 'kind', node.name);
  return component;
}

function toChart(node: XmlNode, type: string): XmlNode {
  const chart = toElement(node, 'chart');
  setAttribute(chart, 'chartType', type);
  return chart;
}

function toChartDataset(node: XmlNode): XmlNode {
  const dataset = { ...fold(node, ['dataset']), name: 'dataset' };
  setAttribute(dataset, 'kind', CHART_DATASET.exec(node.name)?.[1] ?? '');
  return dataset;
}

function toColumn(node: XmlNode): XmlNode {
  const column = {
    ...node,
    name: 'column',
    attributes: convertAttributes(node),
    children: node.children.map(convert),
  };
  setAttribute(column, 'kind', node.name === 'columnGroup' ? 'group' : 'single');
  return column;
}

function setAttribute(node: XmlNode, name: string, value: string): void {
  node.attributes.set(name, { value, written: name, isRead: true });
}
