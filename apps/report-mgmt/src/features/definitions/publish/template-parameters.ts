import { isObject } from '../read-definition.ts';

/** The parameters of a template, or those that the report server describes, as a definition has them: `sql` becomes `sql:` sources. */
export function toDefinitionParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((parameter) => (isObject(parameter) ? toDefinitionParameter(parameter) : parameter));
}

function toDefinitionParameter(parameter: Record<string, unknown>): Record<string, unknown> {
  const { name, label, type, required, hidden, multiple, ...rest } = parameter;
  const { source, sql, options, lookup: _lookup, ...more } = rest;
  const [, item] = /^list<(.+)>$/.exec(String(type)) ?? [];
  const list = toList({ sql, options, ...(isObject(source) ? source : { source }) });
  return {
    name,
    type: Object.keys(list).length > 0 ? 'select' : (item ?? type ?? 'text'),
    label: label ?? name,
    required: required === true,
    hidden: hidden === true,
    ...Object.fromEntries(Object.entries(more).filter(([, value]) => isFilled(value))),
    ...(item || multiple === true ? { multiple: true } : {}),
    ...list,
  };
}

function toList({ source, sql, options }: Record<string, unknown>): Record<string, unknown> {
  if (typeof source === 'string') return { source };
  if (typeof sql === 'string') return { source: `sql:${sql}` };
  return Array.isArray(options) ? { options } : {};
}

/** Whether a field says something; the report server names all of them. */
function isFilled(value: unknown): boolean {
  return value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
}
