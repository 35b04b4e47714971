import type { Template } from '../template/types.ts';

/** Something in a JRXML file that the template does not have, or has in another way. */
export interface JrxmlFinding {
  severity: 'info' | 'warning' | 'error';
  /** File of the zip; left out for the report itself. */
  file?: string;
  /** One-based. */
  line: number;
  column: number;
  /** The element as the file spells it. */
  element: string;
  /** Id of the element of the template that came of it. */
  id?: string;
  message: string;
}

export type JrxmlVersion = 'jrxml6' | 'jrxml7';

/** Files of a report by their path in the zip. */
export type ReportFiles = Readonly<Record<string, Uint8Array>>;

export interface ImportedReport {
  template: Template;
  source: JrxmlVersion;
  findings: JrxmlFinding[];
  /** Templates of subreports by key; subreport elements refer to them by this key. */
  subreports: Record<string, Template>;
  /** Pictures that the templates show, by the name that they use. */
  assets: Record<string, Uint8Array>;
}
