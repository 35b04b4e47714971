import type { Template } from '@cairn/report-engine/browser';
import type { TemplateFinding } from '../library/types.ts';

/** What another page hands over with a link to the builder. */
export interface HandedTemplate {
  template: Template;
  datasource: string | null;
  findings: readonly TemplateFinding[];
  /** The finding whose place is to be shown. */
  finding: TemplateFinding | null;
}

/** The template in the state of the address; null where there is none. */
export function readHandedTemplate(state: unknown): HandedTemplate | null {
  const { template, datasource, findings, finding } = (state ?? {}) as Partial<HandedTemplate>;
  if (typeof template !== 'object' || template === null || !('bands' in template)) return null;
  return {
    template,
    datasource: typeof datasource === 'string' ? datasource : null,
    findings: Array.isArray(findings) ? (findings as TemplateFinding[]) : [],
    finding: finding ?? null,
  };
}
