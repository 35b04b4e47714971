import { createReportMgmtClient, type ReportMgmtSchemas } from '@cairn/contracts/client';
import { basePath } from '@cairn/ui';

export const reportMgmt = createReportMgmtClient({ baseUrl: basePath() });

export type DefinitionList = ReportMgmtSchemas['DefinitionList'];
export type ReportSummary = ReportMgmtSchemas['ReportSummary'];
export type ReportDefinition = ReportMgmtSchemas['ReportDefinition'];
export type ResourceSync = ReportMgmtSchemas['ResourceSync'];
export type PublishedReport = ReportMgmtSchemas['PublishedReport'];
export type GeneratedDefinition = ReportMgmtSchemas['GeneratedDefinition'];

export type ScheduleSummary = ReportMgmtSchemas['ScheduleSummary'];
export type ScheduleDetails = ReportMgmtSchemas['ScheduleDetails'];
export type SchedulePreview = ReportMgmtSchemas['SchedulePreview'];
export type ScheduleRun = ReportMgmtSchemas['ScheduleRun'];
export type ScheduleResult = ReportMgmtSchemas['ScheduleActionResult'];

export type Execution = ReportMgmtSchemas['Execution'];
export type ExecutionDetails = ReportMgmtSchemas['ExecutionDetails'];
export type RunStatus = ReportMgmtSchemas['ExecutionStatus'];
export type RunTrigger = ReportMgmtSchemas['ExecutionTrigger'];
export type EmailStatus = Execution['email_status'];

export type Delivery = ReportMgmtSchemas['Delivery'];
export type DeliveryStatus = ReportMgmtSchemas['DeliveryStatus'];
export type Recipient = ReportMgmtSchemas['Recipient'];
export type RecipientDetails = ReportMgmtSchemas['RecipientDetails'];
export type RecipientDelivery = ReportMgmtSchemas['RecipientDelivery'];
export type EmailTemplate = ReportMgmtSchemas['EmailTemplate'];
export type EmailTemplateList = ReportMgmtSchemas['EmailTemplateList'];
export type MailPreview = ReportMgmtSchemas['MailPreview'];

/** What was found in a template. */
export interface Finding {
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** File, line, element: as far as it is known. */
  place: string;
}

/** A parameter, with the fields of definitions that forms use. */
export interface ReportParameter {
  name: string;
  type: string;
  label?: string;
  description?: string;
  required?: boolean;
  hidden?: boolean;
  multiple?: boolean;
  default?: unknown;
  options?: { label: string; value: string | number | boolean | null }[];
  options_truncated?: boolean;
  options_error?: string;
  depends_on?: string[];
}

/** A report as the form that runs it needs it. */
export interface ReportConfig {
  name: string;
  title: string;
  description?: string;
  datasource: string;
  format: string;
  parameters: ReportParameter[];
}
