import { createHash } from 'node:crypto';
import { checkTemplate } from '@cairn/report-engine';
import type { Template } from '@cairn/report-engine';
import { badTemplate } from './errors.ts';
import type { StoredFinding } from './types.ts';

/** A template that can be stored, with the warnings about it. @throws {AppError} bad_request with the findings */
export function readTemplate(json: unknown): { template: Template; findings: StoredFinding[] } {
  const { template, findings } = checkTemplate(json);
  const stored = findings.map((finding) => ({ ...finding }));
  if (!template) throw badTemplate(stored);
  return { template, findings: stored };
}

/** Lower-case hex; the same for templates that differ in the order of their properties only. */
export function hashTemplate(template: Template): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(template)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
