import type { Parameter } from '../template/types.ts';
import { parameterTypeOf, valueTypeOf } from './classes.ts';
import type { ImportContext } from './context.ts';
import { withoutAbsent } from './element-style.ts';
import { checkText, readExpressionText } from './expressions.ts';
import { readDefault } from './literal-values.ts';
import { invalidJrxml } from './read-xml.ts';
import { readAttribute, readChild, readFlag, type XmlNode } from './xml-node.ts';

/** Parameters that JasperReports fills by itself. */
const BUILT_IN =
  /^(?:REPORT_\w+|JASPER_REPORT|IS_IGNORE_PAGINATION|SORT_FIELDS|FILTER|JASPER_REPORTS_CONTEXT|HTTP_\w+|_THE_\w+)$/;
/** Parameters that hold folders of files; files are found by their names here. */
const FOLDERS = /^(?:SUBREPORT_DIR|REPORT_DIR|REPORTS_DIR|BaseDir|IMAGE_DIR)$/;

/** Whether a declared parameter becomes one of the template. */
export function isKeptParameter(node: XmlNode): boolean {
  const name = node.attributes.get('name')?.value ?? '';
  return name !== '' && !BUILT_IN.test(name) && !FOLDERS.test(name);
}

/** A name that the template accepts: letters, digits and underscores, at most 63. */
export function plainName(name: string): string {
  const plain = name.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_');
  return plain.slice(0, 63);
}

/** Parameters of the report. @throws {AppError} 400 with the line where their defaults refer to each other in a circle. */
export function importParameters(nodes: XmlNode[], context: ImportContext): Parameter[] {
  const parameters = nodes.flatMap((node) => (isKept(node, context) ? [importParameter(node, context)] : []));
  refuseCircles(nodes, parameters);
  return inOrderOfNeed(parameters);
}

function isKept(node: XmlNode, { report }: ImportContext): boolean {
  if (isKeptParameter(node)) return true;
  const name = readAttribute(node, 'name') ?? '';
  readAttribute(node, 'class');
  readFlag(node, 'forPrompting');
  readChild(node, 'defaultValueExpression');
  const why = FOLDERS.test(name)
    ? 'files of the report are found by their names'
    : 'a run has its own settings for this';
  report(node, 'info', `The parameter ${name} was left out: ${why}.`);
  return false;
}

function importParameter(node: XmlNode, context: ImportContext): Parameter {
  const original = readAttribute(node, 'name') ?? '';
  const name = context.parameterNames.get(original) ?? original;
  context.nodes.set(`parameters:${name}`, node);
  if (name !== original)
    context.report(node, 'info', `The parameter ${original} is named ${name} in the template.`);
  const javaClass = readAttribute(node, 'class');
  const { type, exact } = parameterTypeOf(javaClass, readAttribute(node, 'nestedType'));
  if (!exact)
    context.report(
      node,
      'warning',
      `The class ${javaClass ?? ''} of the parameter ${original} was imported as ${type}.`,
    );
  const description = readChild(node, 'description')?.text;
  // Nobody can type an object of a class of its own.
  const isHidden = readFlag(node, 'forPrompting') === false || valueTypeOf(javaClass) === null;
  return withoutAbsent<Parameter>({
    name,
    description: description === '' ? undefined : description,
    type,
    hidden: isHidden ? true : undefined,
    ...importDefault(node, type, context),
  } as Parameter);
}

function importDefault(
  node: XmlNode,
  type: Parameter['type'],
  context: ImportContext,
): Pick<Parameter, 'default' | 'defaultExpression'> {
  const written = readChild(node, 'defaultValueExpression');
  const text = readExpressionText(written, context);
  if (!written || text === undefined) return {};
  const read = readDefault(text, type);
  if ('value' in read) return { default: read.value };
  if ('expression' in read) return { defaultExpression: read.expression };
  if ('none' in read) return {};
  checkText(text, written, context);
  return { defaultExpression: text };
}

/** Defaults see the parameters before them. */
function inOrderOfNeed(parameters: Parameter[]): Parameter[] {
  const ordered: Parameter[] = [];
  function add(parameter: Parameter): void {
    if (ordered.includes(parameter)) return;
    for (const name of neededBy(parameter)) {
      const needed = parameters.find((each) => each.name === name);
      if (needed) add(needed);
    }
    ordered.push(parameter);
  }
  for (const parameter of parameters) add(parameter);
  return ordered;
}

function neededBy({ defaultExpression }: Parameter): string[] {
  return [...(defaultExpression ?? '').matchAll(/\$P\{([^}]*)\}/g)].map(([, needed]) => needed ?? '');
}

function refuseCircles(nodes: XmlNode[], parameters: Parameter[]): void {
  const needs = new Map(parameters.map((parameter) => [parameter.name, neededBy(parameter)]));
  for (const [index, { name }] of parameters.entries()) {
    const path = findCircle(name, needs, []);
    if (!path) continue;
    const kept = nodes.filter(isKeptParameter);
    throw invalidJrxml(
      `The defaults of the parameters ${path.join(', ')} refer to each other in a circle. Give one of them a value.`,
      kept[index] ?? { line: 1, column: 1 },
    );
  }
}

function findCircle(name: string, needs: ReadonlyMap<string, string[]>, path: string[]): string[] | null {
  if (path[0] === name) return path;
  // A circle that does not lead back to the first is found from one of its own members.
  if (path.includes(name)) return null;
  for (const needed of needs.get(name) ?? []) {
    const found = findCircle(needed, needs, [...path, name]);
    if (found) return found;
  }
  return null;
}
