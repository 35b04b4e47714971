import type { ReportServerSchemas } from '@cairn/contracts/client';
import type { Template } from '@cairn/report-engine/browser';

export type ReportSummary = ReportServerSchemas['ReportSummary'];
export type ReportVersion = ReportServerSchemas['ReportVersion'];

/** Something to know about a template: an error keeps it from being saved. */
export interface TemplateFinding {
  level: 'error' | 'warning';
  path: string;
  /** Where it is, for people; the path if left out. */
  place?: string;
  message: string;
  /** Id of the element. */
  element?: string;
  /** Part of the expression or statement. */
  start?: number;
  end?: number;
}

export type Report = Omit<ReportServerSchemas['Report'], 'template' | 'findings'> & {
  /** Null for people who may not edit. */
  template: Template | null;
  findings: TemplateFinding[];
};

export type ReportVersionDetails = ReportVersion & { template: Template; findings: TemplateFinding[] };
