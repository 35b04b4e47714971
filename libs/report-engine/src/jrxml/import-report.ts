import { TEMPLATE_VERSION, type Template } from '../template/types.ts';
import { checkImport } from './check-import.ts';
import { importBands } from './bands.ts';
import { addElementIds } from './element-ids.ts';
import { createReport, type ImportContext, type DatasetOfFile } from './context.ts';
import { importDataset, importDatasetOfFile } from './datasets.ts';
import { createFileFinder } from './files.ts';
import { isVersion6, toVersion7 } from './from-version6.ts';
import { importGroup } from './groups.ts';
import { importPage, importPagination } from './page.ts';
import { importParameters, isKeptParameter, plainName } from './parameters.ts';
import { invalidJrxml, readXml } from './read-xml.ts';
import { readResources } from './resources.ts';
import { readScope } from './scope.ts';
import { createStyleBook } from './style-book.ts';
import { importStyles } from './styles.ts';
import type { JrxmlFinding, JrxmlVersion, ReportFiles } from './types.ts';
import { reportUnread } from './unread.ts';
import { importVariable } from './variables.ts';
import { readAttribute, readChildren, type XmlNode } from './xml-node.ts';

export interface ImportedFile {
  template: Template;
  source: JrxmlVersion;
  findings: JrxmlFinding[];
  /** Names of subreports, without extension. */
  subreports: string[];
  /** Paths of the pictures that are shown. */
  assets: string[];
}

/** Imports one JRXML file; `files` are the others of the report, `name` its own where it is a subreport. */
export function importReport(bytes: Uint8Array, files: ReportFiles, name?: string): ImportedFile {
  const { source, root } = readRoot(bytes);
  const { report, findings } = createReport(name);
  const context = createContext(root, files, report);
  fillTemplate(root, context);
  checkImport(root, context, findings);
  reportUnread(root, report);
  if (name === undefined) addElementIds(findings, context.nodes);
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  const { template, subreports, assets } = context;
  return { template, source, findings, subreports: [...subreports], assets: [...assets] };
}

function readRoot(bytes: Uint8Array): { source: JrxmlVersion; root: XmlNode } {
  const root = readXml(bytes);
  if (root.name !== 'jasperReport') {
    throw invalidJrxml(
      `The file is no JasperReports template: it begins with <${root.written}>, not <jasperReport>.`,
      root,
    );
  }
  root.isRead = true;
  return isVersion6(root) ? { source: 'jrxml6', root: toVersion7(root) } : { source: 'jrxml7', root };
}

function createContext(root: XmlNode, files: ReportFiles, report: ImportContext['report']): ImportContext {
  let elements = 0;
  const parameterNames = namesOfParameters(root);
  return {
    report,
    files: createFileFinder(files),
    scope: readScope(root, parameterNames, isKeptParameter),
    styles: createStyleBook(),
    parameterNames,
    resources: readResources(readAttribute(root, 'resourceBundle'), files),
    template: {
      version: TEMPLATE_VERSION,
      title: readAttribute(root, 'name') ?? '',
      page: importPage(root),
      parameters: [],
      datasets: [],
      groups: [],
      variables: [],
      styles: [],
      bands: { detail: [] },
    },
    datasets: new Map(),
    nodes: new Map(),
    nextId: () => `e${(elements += 1)}`,
    subreports: new Set(),
    assets: new Set(),
  };
}

function fillTemplate(root: XmlNode, context: ImportContext): void {
  const { template } = context;
  reportCode(root, context);
  Object.assign(template, importPagination(root, context));
  const nodes = readChildren(root, 'dataset');
  template.parameters = importParameters(readChildren(root, 'parameter'), context);
  template.datasets.push(importDataset(root, mainName(nodes), context));
  const inside: ImportContext = { ...context, datasets: importDatasets(nodes, context) };
  template.styles = importStyles(root, inside);
  template.variables = readChildren(root, 'variable').map((node) => importVariable(node, inside));
  template.groups = readChildren(root, 'group').map((node) => importGroup(node, inside));
  template.bands = importBands(root, inside);
  if (!root.children.some(({ name, text }) => name === 'query' && text.trim() !== '')) {
    context.report(
      root,
      'warning',
      'The report has no SQL, so it has no rows. Add a query, or choose a table.',
    );
  }
}

function importDatasets(nodes: XmlNode[], context: ImportContext): Map<string, DatasetOfFile> {
  return new Map(
    nodes.map((node) => {
      const name = readAttribute(node, 'name') ?? '';
      return [name, importDatasetOfFile(node, name, context)];
    }),
  );
}

function mainName(datasets: XmlNode[]): string {
  const names = datasets.map(({ attributes }) => attributes.get('name')?.value);
  return names.includes('main') ? 'report' : 'main';
}

/** Names of all parameters of the file, those of datasets too, as the template may spell them. */
function namesOfParameters(root: XmlNode): Map<string, string> {
  const names = new Map<string, string>();
  for (const owner of [root, ...root.children.filter(({ name }) => name === 'dataset')]) {
    for (const { name, attributes } of owner.children) {
      const original = attributes.get('name')?.value;
      if (name === 'parameter' && original !== undefined) names.set(original, plainName(original));
    }
  }
  return names;
}

/** Code that a report brings along is never run. */
function reportCode(root: XmlNode, { report }: ImportContext): void {
  const scriptlet = readAttribute(root, 'scriptletClass');
  if (scriptlet !== undefined)
    report(root, 'error', `The scriptlet ${scriptlet} is not run; what it computes is missing.`);
  for (const node of readChildren(root, 'scriptlet')) {
    readAttribute(node, 'class');
    report(
      node,
      'error',
      `The scriptlet ${readAttribute(node, 'name') ?? ''} is not run; what it computes is missing.`,
    );
  }
  for (const node of readChildren(root, 'import')) {
    readAttribute(node, 'value');
    report(node, 'info', 'Imports of Java are not needed: functions are known by their names.');
  }
}
