import { isObject } from '../read-definition.ts';

/** The parameters of a template as a definition has them; `sql` sources become `sql:` sources. */
export function toDefinitionParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((parameter) => (isObject(parameter) ? toDefinitionParameter(parameter) : parameter));
}

function toDefinitionParameter(parameter: Record<string, unknown>): Record<string, unknown> {
  const { name, label, type, required, hidden, source, ...rest } = parameter;
  const [, item] = /^list<(.+)>$/.exec(String(type)) ?? [];
  const lists = isObject(source) ? toList(source) : {};
  const hasList = Object.keys(lists).length > 0 || typeof source === 'string';
  return {
    name,
    type: hasList ? 'select' : (item ?? type),
    label: label ?? name,
    required: required === true,
    hidden: hidden === true,
    ...rest,
    ...(item ? { multiple: true } : {}),
    ...(typeof source === 'string' ? { source } : {}),
    ...lists,
  };
}

function toList({ sql, options }: Record<string, unknown>): Record<string, unknown> {
  if (typeof sql === 'string') return { source: `sql:${sql}` };
  return Array.isArray(options) ? { options } : {};
}
