import { createHash } from 'node:crypto';
import type { Template } from '@cairn/report-engine';

const MAX_KEY = 100;

/** The key under which a subreport is stored that belongs to one report. */
export function partKey(report: string, name: string): string {
  const key = `${report}--${name}`;
  if (key.length <= MAX_KEY) return key;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return `${key.slice(0, MAX_KEY - hash.length - 1)}-${hash}`;
}

/** The template with other keys for the subreports that it includes. */
export function renameSubreports(template: Template, keys: ReadonlyMap<string, string>): Template {
  return rename(template, keys) as Template;
}

function rename(value: unknown, keys: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, keys));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, rename(member, keys)] as const);
  const copy = Object.fromEntries(entries);
  const { kind, report } = copy;
  const key = kind === 'subreport' && typeof report === 'string' ? keys.get(report) : undefined;
  return key === undefined ? copy : { ...copy, report: key };
}
