import { coerceParameters } from '@cairn/report-engine';
import type { Template } from '@cairn/report-engine';
import { badToken } from './errors.ts';
import type { BoundValue } from './types.ts';

/**
 * Checks the values that a token binds against the parameters of a report.
 * @throws {AppError} bad_request for an unknown parameter, one that may not be locked, and a value that does not fit
 */
export function checkReportParameters(template: Template, bound: Record<string, BoundValue>): void {
  for (const name of Object.keys(bound)) {
    const parameter = template.parameters.find((one) => one.name === name);
    if (!parameter) throw badToken(`parameters.${name}`, 'The report has no such parameter. Remove it.');
    if (parameter.locked_allowed === false) {
      throw badToken(`parameters.${name}`, 'The report does not let a token bind this parameter. Remove it.');
    }
  }
  const parameters = template.parameters
    .filter(({ name }) => Object.hasOwn(bound, name))
    .map((parameter) => ({ ...parameter, required: false }));
  const settings = { locale: template.lang ?? 'en', timeZone: 'UTC', now: new Date() };
  coerceParameters({ title: template.title, parameters }, toTexts(bound), settings);
}

/** Bound values as the texts that an address would have. */
export function toTexts(bound: Record<string, BoundValue>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(bound).map(([name, value]) => [name, toList(value).map(String)]));
}

function toList(value: BoundValue): (string | number | boolean)[] {
  if (value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}
