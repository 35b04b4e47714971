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

/** Name of what the explorer puts into the session storage for `?handoff=<id>`. */
export function handoffKey(id: string): string {
  return `cairn-report-handoff:${id}`;
}

/** The template in the state of the address, or in the storage under the id of `?handoff=`; null where there is none. */
export function readHandedTemplate(state: unknown, handoff: string | null): HandedTemplate | null {
  const given = state ?? readStored(handoff);
  const { template, datasource, findings, finding } = (given ?? {}) as Partial<HandedTemplate>;
  if (typeof template !== 'object' || template === null || !('bands' in template)) return null;
  return {
    template,
    datasource: typeof datasource === 'string' ? datasource : null,
    findings: Array.isArray(findings) ? (findings as TemplateFinding[]) : [],
    finding: finding ?? null,
  };
}

function readStored(handoff: string | null): unknown {
  if (handoff === null) return null;
  try {
    return JSON.parse(sessionStorage.getItem(handoffKey(handoff)) ?? 'null');
  } catch {
    return null;
  }
}
