import type { ReportServerSchemas } from '@cairn/contracts';
import type { Template } from '@cairn/report-engine';

export type Permission = 'view' | 'edit' | 'admin';
export type ReportInput = ReportServerSchemas['ReportInput'];
export type ReportUpdate = ReportServerSchemas['ReportUpdate'];
export type TemplateSource = ReportServerSchemas['ReportVersion']['source'];

export interface ReportFields {
  title: string;
  description: string;
  engine: 'native' | 'external';
  /** Key of the datasource that a run reads unless it chooses another. */
  datasource: string | null;
  /** Keys of the datasources that a run may choose instead. */
  allowedDatasources: string[];
}

export interface Report extends ReportFields {
  id: number;
  key: string;
  ownerId: number | null;
  owner: string | null;
  /** Number of the current version. */
  version: number;
  archivedAt: Date | null;
  /** Id of the report with which it was published, and with which alone it is shown. */
  partOf: number | null;
  updatedAt: Date;
}

/** What a person should know about a template, as the engine or the importer found it. */
export type StoredFinding = ReportServerSchemas['TemplateFinding'];

export interface ReportVersion {
  number: number;
  source: TemplateSource;
  sha256: string;
  createdBy: string | null;
  createdAt: Date;
}

export interface ReportVersionDetails extends ReportVersion {
  template: Template;
  findings: StoredFinding[];
}

/** A template to store as a version. */
export interface NewVersion {
  template: Template;
  source: TemplateSource;
  findings: StoredFinding[];
  /** Object with the file that was imported. */
  sourceObject?: string;
}

/** A report as one person sees it. */
export interface OpenReport {
  report: Report;
  permission: Permission;
  version: ReportVersionDetails;
}
