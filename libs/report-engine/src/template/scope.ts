import type { ExpressionScope } from '../expression/check.ts';
import type { ExpressionType } from '../expression/function-types.ts';
import type { ValueType } from '../values/types.ts';
import type { Dataset, Parameter, ParameterType, Template } from './types.ts';

/** Parameters that every run has. */
export const SYSTEM_PARAMETERS: Record<string, ValueType> = {
  REPORT_LOCALE: 'text',
  REPORT_TIME_ZONE: 'text',
  REPORT_TITLE: 'text',
};

/** Variables that every run has; each group has one more, its name with `_COUNT`. */
export const SYSTEM_VARIABLES: Record<string, ValueType> = {
  PAGE_NUMBER: 'integer',
  TOTAL_PAGES: 'integer',
  COLUMN_NUMBER: 'integer',
  REPORT_COUNT: 'integer',
  PAGE_COUNT: 'integer',
  COLUMN_COUNT: 'integer',
};

/** The type of a parameter's value. */
export function valueTypeOfParameter(type: ParameterType): ValueType {
  if (type === 'enum') return 'text';
  return type === 'bbox' || type.startsWith('list<') ? 'list' : (type as ValueType);
}

/** Names of all parameters, those of the run included. */
export function parameterNames(parameters: readonly Parameter[]): Map<string, ExpressionType> {
  return new Map<string, ExpressionType>([
    ...Object.entries(SYSTEM_PARAMETERS),
    ...parameters.map(({ name, type }) => [name, valueTypeOfParameter(type)] as const),
  ]);
}

/**
 * What expressions can refer to over the rows of a dataset, by default the main one. Variables belong to the main dataset alone.
 * The fields are those that the dataset declares, or null where it declares none.
 */
export function scopeOfTemplate(
  template: Template,
  dataset: Dataset | undefined = template.datasets[0],
): ExpressionScope {
  const fields = dataset?.fields;
  const isMain = dataset === template.datasets[0];
  return {
    fields: fields ? new Map(fields.map(({ name, type }) => [name, type])) : dataset ? null : new Map(),
    parameters: parameterNames(template.parameters),
    variables: isMain ? variableNames(template) : new Map(),
    resources: new Map(Object.keys(template.resources ?? {}).map((key) => [key, 'text'])),
  };
}

function variableNames(template: Template): Map<string, ExpressionType> {
  return new Map<string, ExpressionType>([
    ...Object.entries(SYSTEM_VARIABLES),
    ...template.groups.map(({ name }) => [`${name}_COUNT`, 'integer'] as const),
    ...template.variables.map(({ name, type }) => [name, type] as const),
  ]);
}
