import { badRequest, type AppError } from '@cairn/service/errors';
import { checkExpression, type ExpressionScope } from '../expression/check.ts';
import { compileExpression } from '../expression/evaluate.ts';
import { parameterNames, valueTypeOfParameter } from '../template/scope.ts';
import type { Parameter, ParameterType, Template } from '../template/types.ts';
import { convertValue } from '../values/convert.ts';
import { writePlainText } from '../values/compare.ts';
import { instantOfDate } from '../values/time-zone.ts';
import type { RunSettings } from '../fill/types.ts';
import type { Value } from '../values/types.ts';
import { readParameterText, PARAMETER_FORMS } from './read-text.ts';

export interface CoercedParameters {
  /** Every declared parameter and those of the run; null for one without a value. */
  values: Record<string, Value>;
  /** Keys that the template does not declare. */
  ignored: string[];
}

type Declared = Pick<Template, 'title' | 'parameters'>;

/**
 * Turns texts, as they come in an address or a form, into typed values. A list takes a key repeatedly; an empty text of a parameter
 * that is not required is absent; what is absent gets its default. Options of a statement are not checked here, as that needs the
 * database.
 * @throws {AppError} bad_request, which names the parameter and the form that it takes.
 */
export function coerceParameters(
  template: Declared,
  raw: Readonly<Record<string, readonly string[]>>,
  settings: RunSettings,
): CoercedParameters {
  const { parameters, title } = template;
  const values: Record<string, Value> = {
    REPORT_LOCALE: settings.locale,
    REPORT_TIME_ZONE: settings.timeZone,
    REPORT_TITLE: title,
  };
  for (const [i, parameter] of parameters.entries()) {
    const given = Object.hasOwn(raw, parameter.name) ? (raw[parameter.name] ?? []) : [];
    const texts = given.filter((text) => text !== '');
    const value = texts.length > 0 ? readParameter(parameter, texts, settings) : null;
    values[parameter.name] =
      value ?? defaultOf(parameter, { values, before: parameters.slice(0, i), settings });
    if (values[parameter.name] === null && parameter.required) {
      throw invalid(parameter, `is required: ${PARAMETER_FORMS[parameter.type]}`);
    }
  }
  const names = new Set(parameters.map(({ name }) => name));
  return { values, ignored: Object.keys(raw).filter((name) => !names.has(name)) };
}

/** Whether a value is among options; lists if all their values are. Values of numbers are compared as numbers. */
export function isAmongOptions(
  value: Value,
  options: readonly { value: string | number | boolean }[],
): boolean {
  const texts = new Set(options.map((option) => String(option.value)));
  const values = Array.isArray(value) ? (value as readonly Value[]) : [value];
  return values.every((one) => one === null || texts.has(writePlainText(one)));
}

function readParameter(parameter: Parameter, texts: readonly string[], settings: RunSettings): Value {
  const { type, source, free } = parameter;
  const isList = type.startsWith('list<') || type === 'bbox';
  if (!isList && texts.length > 1) throw invalid(parameter, `takes one value, but has ${texts.length}`);
  const value = readParameterText(type, texts, settings.timeZone);
  if (value === null) throw invalid(parameter, `must be ${PARAMETER_FORMS[type]}`);
  if (source && 'options' in source && !free && !isAmongOptions(value, source.options)) {
    const names = source.options.slice(0, 20).map((option) => String(option.value));
    throw invalid(
      parameter,
      `must be one of ${names.join(', ')}${source.options.length > 20 ? ' and others' : ''}`,
    );
  }
  return value;
}

interface DefaultContext {
  values: Record<string, Value>;
  before: Parameter[];
  settings: RunSettings;
}

function defaultOf(parameter: Parameter, { values, before, settings }: DefaultContext): Value {
  const { type, default: json, defaultExpression } = parameter;
  if (json !== undefined && json !== null) {
    const texts = (Array.isArray(json) ? (json as unknown[]) : [json]).map(String);
    return readParameter(parameter, texts, settings);
  }
  if (defaultExpression === undefined) return null;
  const scope: ExpressionScope = {
    fields: new Map(),
    parameters: parameterNames(before),
    variables: new Map(),
    resources: new Map(),
  };
  const { tree, problems } = checkExpression(defaultExpression, scope);
  if (!tree || problems[0])
    throw invalid(parameter, `has a default that cannot be evaluated: ${problems[0]?.message ?? ''}`);
  const env = { ...settings, now: instantOfDate(settings.now), warn: () => {} };
  const value = compileExpression(tree, scope)({ env, lookup: (_, name) => values[name] ?? null });
  return convertValue(value, valueTypeOfParameter(type), settings.timeZone);
}

function invalid({ name }: Parameter, problem: string): AppError {
  const sentence = problem.endsWith('.') ? problem : `${problem}.`;
  return badRequest('report-engine.parameter_invalid', `The parameter ${name} ${sentence}`, {
    parameter: name,
  });
}

/** The forms of a parameter's values in words, for forms and messages. */
export function describeParameterForm(type: ParameterType): string {
  return PARAMETER_FORMS[type];
}
