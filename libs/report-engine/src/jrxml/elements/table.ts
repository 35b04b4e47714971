import type { Calculation, ElementStyle, TableElement } from '../../template/types.ts';
import { inScope, type ImportContext } from '../context.ts';
import { useDataset } from '../datasets.ts';
import { toElementStyle, withoutAbsent } from '../element-style.ts';
import { literalText, readExpressionOf } from '../expressions.ts';
import { readRawStyle, type RawStyle } from '../raw-style.ts';
import { backgroundOf } from '../styles.ts';
import { markWhole, readAttribute, readChild, readChildren, readNumber, type XmlNode } from '../xml-node.ts';
import { readBase } from './base.ts';

const CELLS = ['tableHeader', 'tableFooter', 'groupHeader', 'groupFooter'];
const TOTALS: Readonly<Record<string, Calculation>> = {
  Sum: 'sum',
  Count: 'count',
  DistinctCount: 'distinct',
  Average: 'average',
  Lowest: 'min',
  Highest: 'max',
};

/** A table component. Each column has one header text, one value and one total; what else is in its cells is listed. */
export function importTable(node: XmlNode, component: XmlNode, context: ImportContext): TableElement {
  const { base } = readBase(node, context);
  const dataset = useDataset(readChild(component, 'datasetRun'), context);
  const inside = dataset ? inScope(context, dataset.scope) : context;
  const columns = importColumns(component, inside);
  return {
    ...base,
    kind: 'table',
    ...(dataset ? { dataset: dataset.name } : {}),
    columns,
    repeatHeader: true,
  };
}

function importColumns(owner: XmlNode, context: ImportContext): TableElement['columns'] {
  return readChildren(owner, 'column').flatMap((node) => {
    if (readAttribute(node, 'kind') !== 'group') return [importColumn(node, context)];
    readAttribute(node, 'width');
    for (const name of [...CELLS, 'columnHeader', 'columnFooter']) leaveCell(node, name, context);
    return importColumns(node, context);
  });
}

function importColumn(node: XmlNode, context: ImportContext): TableElement['columns'][number] {
  for (const name of CELLS) leaveCell(node, name, context);
  const header = readCell(node, 'columnHeader', context);
  const detail = readCell(node, 'detailCell', context);
  const footer = readCell(node, 'columnFooter', context);
  const headerText = header?.element ? readHeader(header.element, context) : '';
  const expression = detail?.element ? readValue(detail.element, context) : undefined;
  if (expression === undefined) {
    context.report(node, 'warning', 'The column has no value; its cells are empty.');
  }
  const total = footer?.element ? readTotal(footer.element, context) : undefined;
  return withoutAbsent({
    header: headerText,
    expression: expression ?? '""',
    width: readNumber(node, 'width') ?? 0,
    own: detail && !isEmpty(detail.own) ? detail.own : undefined,
    headerStyle: header && !isEmpty(header.own) ? header.own : undefined,
    total,
  });
}

interface Cell {
  /** The text that the cell shows. */
  element: XmlNode | undefined;
  own: ElementStyle;
}

/** The first text of a cell with the looks of cell and text together; findings for all others. */
function readCell(column: XmlNode, name: string, context: ImportContext): Cell | null {
  const cell = readChild(column, name);
  if (!cell) return null;
  readNumber(cell, 'height');
  const all = readChildren(cell, 'element');
  const element = all.find((each) =>
    ['staticText', 'textField'].includes(each.attributes.get('kind')?.value ?? ''),
  );
  for (const other of all) {
    if (other === element) continue;
    context.report(other, 'warning', 'A cell of a table shows one text. This element was left out.');
    markWhole(other);
  }
  for (const place of ['x', 'y', 'width', 'height', 'positionType', 'stretchType', 'textAdjust']) {
    if (element) readAttribute(element, place);
  }
  const raw = { ...rawOf(cell, context), ...(element ? rawOf(element, context) : {}) };
  return { element, own: { ...toElementStyle(raw, raw), ...backgroundOf(raw, {}) } };
}

/** Styles of cells have no name in a template, so their properties are written out. */
function rawOf(node: XmlNode, { styles, report }: ImportContext): RawStyle {
  const name = readAttribute(node, 'style');
  if (name === undefined) return readRawStyle(node);
  if (!styles.has(name)) report(node, 'warning', `The style ${name} does not exist.`);
  if (styles.isConditional(name)) {
    report(node, 'warning', `The conditions of the style ${name} do not work in cells of tables.`);
  }
  return { ...(styles.has(name) ? styles.effective(name) : {}), ...readRawStyle(node) };
}

function readHeader(element: XmlNode, context: ImportContext): string {
  const text = readChild(element, 'text')?.text;
  if (text !== undefined) return text;
  const literal = literalText(readExpressionOf(element, 'expression', context));
  if (literal === null)
    context.report(element, 'warning', 'The header of the column is not a fixed text; it was left empty.');
  return literal ?? '';
}

function readValue(element: XmlNode, context: ImportContext): string | undefined {
  const text = readChild(element, 'text')?.text;
  return text === undefined ? readExpressionOf(element, 'expression', context) : JSON.stringify(text);
}

/** A footer that shows a variable of the dataset is a total of the column. */
function readTotal(element: XmlNode, context: ImportContext): Calculation | undefined {
  const text = readChild(element, 'expression')?.text.trim() ?? '';
  const name = /^\$V\{([^}]+)\}$/.exec(text)?.[1];
  const calculation = name === undefined ? undefined : context.scope.calculations.get(name);
  const total = calculation === undefined ? undefined : TOTALS[calculation];
  readAttribute(element, 'evaluationTime');
  if (total === undefined) {
    readChild(element, 'text');
    context.report(
      element,
      'warning',
      'The footer of the column shows no total of a variable; it was left out.',
    );
  }
  return total;
}

function leaveCell(owner: XmlNode, name: string, { report }: ImportContext): void {
  for (const cell of readChildren(owner, name)) {
    if (cell.children.length > 0)
      report(cell, 'warning', `<${cell.written}> of a table is not supported and was left out.`);
    markWhole(cell);
  }
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
