import type { Dataset } from '../template/types.ts';
import { parameterTypeOf, valueTypeOf } from './classes.ts';
import { inScope, type DatasetOfFile, type ImportContext, type Scope } from './context.ts';
import { readExpressionOf } from './expressions.ts';
import { readScope } from './scope.ts';
import { importQuery } from './query.ts';
import { markWhole, readAttribute, readChild, readChildren, type XmlNode } from './xml-node.ts';

/** Query, fields and order of the report or of one of its datasets. */
export function importDataset(owner: XmlNode, name: string, context: ImportContext): Dataset {
  // Without a query JasperReports has no rows either.
  const query = owner.children.find((child) => child.name === 'query');
  context.nodes.set(`datasets:${name}`, query ?? owner);
  const sql = importQuery(owner, context) ?? 'SELECT 1 WHERE false';
  const order = readChildren(owner, 'sortField').flatMap((node) => importOrder(node, context));
  const fields = readChildren(owner, 'field').map((node) => importField(node, context));
  if (readChild(owner, 'filterExpression')?.text.trim()) {
    const filter = readChild(owner, 'filterExpression') ?? owner;
    context.report(
      filter,
      'error',
      'The filter of the dataset was left out: more rows are shown. Put it into the SQL.',
    );
  }
  return {
    name,
    sql,
    ...(order.length > 0 ? { order } : {}),
    ...(fields.length > 0 ? { fields } : {}),
  };
}

/** A dataset of its own in the file, for lists, tables and charts. */
export function importDatasetOfFile(node: XmlNode, name: string, context: ImportContext): DatasetOfFile {
  // Its variables serve as totals of tables only; expressions cannot use them.
  const scope = { ...readScope(node, context.parameterNames), variables: new Map() };
  for (const variable of readChildren(node, 'variable')) markWhole(variable);
  const inside = inScope(context, scope);
  const defaults: Record<string, string> = {};
  for (const parameter of readChildren(node, 'parameter')) {
    readAttribute(parameter, 'forPrompting');
    readChild(parameter, 'description');
    const text = readExpressionOf(parameter, 'defaultValueExpression', inside);
    defaults[declareParameter(parameter, context)] = text ?? 'null';
  }
  return { dataset: importDataset(node, name, inside), scope, defaults };
}

/** Datasets have no parameters of their own in a template: theirs are hidden parameters of the report. */
function declareParameter(node: XmlNode, { parameterNames, template }: ImportContext): string {
  const original = readAttribute(node, 'name') ?? '';
  const name = parameterNames.get(original) ?? original;
  const { type } = parameterTypeOf(readAttribute(node, 'class'), readAttribute(node, 'nestedType'));
  if (!template.parameters.some((each) => each.name === name)) {
    template.parameters.push({ name, type, hidden: true, locked_allowed: false });
  }
  return name;
}

/**
 * The dataset that a `<datasetRun>` runs over, with the values that it passes. A dataset that is run twice with different values is
 * in the template twice.
 */
export function useDataset(
  run: XmlNode | undefined,
  context: ImportContext,
): { name: string; scope: Scope } | null {
  if (!run) return null;
  run.isRead = true;
  const name = readAttribute(run, 'subDataset') ?? '';
  const found = context.datasets.get(name);
  if (!found) {
    context.report(run, 'error', `The dataset ${name} does not exist in the file.`);
    return null;
  }
  readChild(run, 'connectionExpression');
  const source = readChild(run, 'dataSourceExpression');
  if (source)
    context.report(
      source,
      'error',
      'Rows that Java code makes are not supported; the rows of the dataset’s SQL are shown.',
    );
  const parameters = { ...found.defaults, ...readPassed(run, found, context) };
  const used = Object.keys(parameters).length > 0 ? { ...found.dataset, parameters } : found.dataset;
  return { name: addToTemplate(used, context), scope: found.scope };
}

function readPassed(
  run: XmlNode,
  { defaults }: DatasetOfFile,
  context: ImportContext,
): Record<string, string> {
  const passed: Record<string, string> = {};
  const map = readChild(run, 'parametersMapExpression');
  if (map?.text.trim() === '$P{REPORT_PARAMETERS_MAP}') {
    for (const name of Object.keys(defaults))
      if (context.scope.parameters.has(name)) passed[name] = `$P{${name}}`;
  } else if (map) {
    context.report(
      map,
      'error',
      'Values that come as a map of Java are not supported. Pass them one by one.',
    );
  }
  for (const node of readChildren(run, 'parameter')) {
    const original = readAttribute(node, 'name') ?? '';
    passed[context.parameterNames.get(original) ?? original] =
      readExpressionOf(node, 'expression', context) ?? 'null';
  }
  return passed;
}

function addToTemplate(dataset: Dataset, { template, nodes }: ImportContext): string {
  const same = template.datasets.find(
    (each) =>
      JSON.stringify({ ...each, name: dataset.name }) === JSON.stringify(dataset) &&
      isNameOf(each.name, dataset.name),
  );
  if (same) return same.name;
  let name = dataset.name;
  for (let n = 2; template.datasets.some((each) => each.name === name); n += 1) name = `${dataset.name}_${n}`;
  const node = nodes.get(`datasets:${dataset.name}`);
  if (node) nodes.set(`datasets:${name}`, node);
  template.datasets.push({ ...dataset, name });
  return name;
}

function isNameOf(name: string, original: string): boolean {
  return name === original || /^_\d+$/.test(name.slice(original.length));
}

function importOrder(node: XmlNode, { report, scope }: ImportContext): NonNullable<Dataset['order']> {
  const column = readAttribute(node, 'name') ?? '';
  const isDescending = readAttribute(node, 'order') === 'Descending';
  if ((readAttribute(node, 'type') ?? 'Field') !== 'Field' || !scope.fields?.has(column)) {
    report(node, 'error', `Rows cannot be sorted by ${column}, which is not a field.`);
    return [];
  }
  return [{ column, dir: isDescending ? 'desc' : 'asc' }];
}

function importField(node: XmlNode, { report }: ImportContext): NonNullable<Dataset['fields']>[number] {
  const name = readAttribute(node, 'name') ?? '';
  const javaClass = readAttribute(node, 'class');
  readChild(node, 'description');
  const type = valueTypeOf(javaClass);
  if (type === null)
    report(
      node,
      'warning',
      `The class ${javaClass ?? ''} of the field ${name} is unknown; its values are texts.`,
    );
  return { name, type: type ?? 'text' };
}
