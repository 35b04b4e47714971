import type { ReportServerSchemas } from '@cairn/contracts';
import type { Template } from '@cairn/report-engine';

export type HandoffInput = ReportServerSchemas['HandoffInput'];

export interface Handoff {
  template: Template;
  source: { datasource: string; schema: string; table: string };
  /** What the template cannot carry over, in sentences. */
  warnings: string[];
}
