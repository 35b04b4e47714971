import type { Element } from '../../template/types.ts';
import { inScope, type ImportContext } from '../context.ts';
import { useDataset } from '../datasets.ts';
import {
  markWhole,
  readAttribute,
  readChild,
  readChildren,
  readNumber,
  withoutElementGroups,
  type XmlNode,
} from '../xml-node.ts';
import { readBase } from './base.ts';
import { importChart } from './chart.ts';
import { importImage } from './image.ts';
import { importTable } from './table.ts';
import { importSubreport } from './subreport.ts';
import { importField, importText } from './text.ts';

type Importer = (node: XmlNode, context: ImportContext) => Element | null;

const IMPORTERS: Readonly<Record<string, Importer>> = {
  staticText: importText,
  textField: importField,
  line: importLine,
  rectangle: (node, context) => ({ ...readBase(node, context).base, kind: 'rectangle' }),
  ellipse: (node, context) => ({ ...readBase(node, context).base, kind: 'ellipse' }),
  frame: (node, context) => ({
    ...readBase(node, context).base,
    kind: 'frame',
    elements: importElements(node, context).map(inFrame),
  }),
  break: importBreak,
  image: importImage,
  chart: importChart,
  subreport: importSubreport,
  component: importComponent,
};

const WHY_NOT: Readonly<Record<string, string>> = {
  crosstab: 'Crosstabs are not supported; use a table or chart over SQL that groups the rows.',
  generic: 'Generic elements need code of their own, which is not run here.',
};

/** The elements of a band, frame, cell or list. What cannot be imported is left out with a finding. */
export function importElements(owner: XmlNode, context: ImportContext): Element[] {
  return withoutElementGroups(readChildren(owner, 'element')).flatMap((node) => {
    const kind = readAttribute(node, 'kind') ?? '';
    const importer = Object.hasOwn(IMPORTERS, kind) ? IMPORTERS[kind] : undefined;
    const element = importer?.(node, context);
    if (!importer)
      leaveOut(node, WHY_NOT[kind] ?? `Elements of the kind ${kind || '(none)'} are not supported.`, context);
    return element ?? [];
  });
}

function leaveOut(node: XmlNode, why: string, context: ImportContext): null {
  context.report(node, 'error', `${why} The element was left out.`);
  markWhole(node);
  return null;
}

function importLine(node: XmlNode, context: ImportContext): Element {
  const isUp = readAttribute(node, 'direction') === 'BottomUp';
  return { ...readBase(node, context).base, kind: 'line', ...(isUp ? { direction: 'up' as const } : {}) };
}

function importBreak(node: XmlNode, context: ImportContext): Element {
  const isColumn = readAttribute(node, 'type') === 'Column';
  return { ...readBase(node, context).base, kind: 'break', what: isColumn ? 'column' : 'page' };
}

function inFrame(element: Element): Element {
  return element.stretch === 'band' ? { ...element, stretch: 'container' } : element;
}

function importComponent(node: XmlNode, context: ImportContext): Element | null {
  const component = readChild(node, 'component');
  const kind = (component && readAttribute(component, 'kind')) ?? '';
  if (component && kind === 'table') return importTable(node, component, context);
  if (component && kind === 'list') return importList(node, component, context);
  return leaveOut(node, `Components of the kind ${kind || '(none)'} are not supported.`, context);
}

function importList(node: XmlNode, component: XmlNode, context: ImportContext): Element | null {
  const dataset = useDataset(readChild(component, 'datasetRun'), context);
  const contents = readChild(component, 'contents');
  if (!dataset || !contents) return leaveOut(node, 'The list has no dataset or no contents.', context);
  const { base } = readBase(node, context);
  readNumber(contents, 'width');
  if (readAttribute(component, 'printOrder') === 'Horizontal') {
    context.report(
      component,
      'warning',
      'The rows of the list are printed below each other, not side by side.',
    );
  }
  return {
    ...base,
    kind: 'list',
    dataset: dataset.name,
    band: {
      height: readNumber(contents, 'height') ?? 0,
      elements: importElements(contents, inScope(context, dataset.scope)),
    },
  };
}
