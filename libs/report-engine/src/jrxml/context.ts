import type { ExpressionScope } from '../expression/check.ts';
import type { Dataset, Template } from '../template/types.ts';
import type { FileFinder } from './files.ts';
import type { StyleBook } from './style-book.ts';
import type { JrxmlFinding } from './types.ts';
import type { XmlNode } from './xml-node.ts';

export type Report = (node: XmlNode, severity: JrxmlFinding['severity'], message: string) => void;

/** Names that expressions may use: those of the report, or of the dataset of a list, table or chart. */
export interface Scope extends ExpressionScope {
  /** Calculations of the variables, as the file names them. */
  calculations: ReadonlyMap<string, string>;
}

/** A dataset of the file that lists, tables and charts may run over. */
export interface DatasetOfFile {
  dataset: Dataset;
  scope: Scope;
  /** Defaults of its parameters, as expressions. */
  defaults: Readonly<Record<string, string>>;
}

/** What every part of an import works with. */
export interface ImportContext {
  report: Report;
  files: FileFinder;
  scope: Scope;
  styles: StyleBook;
  /** Names of parameters as the template spells them, by the names of the file. */
  parameterNames: ReadonlyMap<string, string>;
  /** Texts of the report's resource bundle; null where it has none. */
  resources: ReadonlyMap<string, string> | null;
  template: Template;
  datasets: ReadonlyMap<string, DatasetOfFile>;
  nextId: () => string;
  /** Elements of the file by the id of an element of the template, or by list and name, such as `variables:total`. */
  nodes: Map<string, XmlNode>;
  /** Keys of the subreports that were met. */
  subreports: Set<string>;
  assets: Set<string>;
}

const MAX_FINDINGS = 1_000;

/** Collects findings; after the first thousand only their number. */
export function createReport(file?: string): { report: Report; findings: JrxmlFinding[] } {
  const findings: JrxmlFinding[] = [];
  let left = 0;
  function report(node: XmlNode, severity: JrxmlFinding['severity'], message: string): void {
    const place = { line: node.line, column: node.column, element: node.written };
    if (findings.length < MAX_FINDINGS) {
      findings.push({ severity, ...(file === undefined ? {} : { file }), ...place, message });
      return;
    }
    left += 1;
    const last = { severity: 'warning' as const, ...place, message: `${left} more findings are not listed.` };
    findings.splice(MAX_FINDINGS, 1, last);
  }
  return { report, findings };
}

/** The same import, for expressions over another dataset. */
export function inScope(context: ImportContext, scope: Scope): ImportContext {
  return { ...context, scope };
}
