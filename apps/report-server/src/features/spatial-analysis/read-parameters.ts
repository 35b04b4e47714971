import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { badParameter } from './errors.ts';
import type { Analysis } from './types.ts';

const ajv = new Ajv({ useDefaults: true, allErrors: false, strict: false, allowUnionTypes: true });
const validators = new WeakMap<Analysis, ValidateFunction>();

/** The parameters of an analysis with their defaults. @throws {AppError} bad_request that names the parameter */
export function readParameters(analysis: Analysis, given: unknown): Record<string, unknown> {
  const parameters = structuredClone(given ?? {}) as Record<string, unknown>;
  let validate = validators.get(analysis);
  if (!validate) {
    validate = ajv.compile(analysis.parameters);
    validators.set(analysis, validate);
  }
  if (validate(parameters)) return parameters;
  const [error] = validate.errors ?? [];
  throw badParameter(pathOf(error), reasonOf(error));
}

function pathOf(error: ErrorObject | undefined): string {
  const { missingProperty, additionalProperty } = (error?.params ?? {}) as Record<string, string | undefined>;
  const parts = (error?.instancePath ?? '').split('/').filter(Boolean);
  return ['parameters', ...parts, ...[missingProperty ?? additionalProperty ?? []].flat()].join('.');
}

function reasonOf(error: ErrorObject | undefined): string {
  const { allowedValues } = (error?.params ?? {}) as { allowedValues?: unknown[] };
  switch (error?.keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not a parameter of this analysis';
    case 'enum':
      return `must be one of ${(allowedValues ?? []).join(', ')}`;
    default:
      return error?.message ?? 'is not valid';
  }
}
