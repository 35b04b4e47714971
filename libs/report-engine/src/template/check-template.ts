import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { suggestNames } from '../nearest-names.ts';
import { checkExpressions } from './check-expressions.ts';
import { checkLayout } from './check-layout.ts';
import { checkNames } from './check-names.ts';
import { checkStatements } from './check-statements.ts';
import { createFindings, type Finding, type Findings } from './findings.ts';
import schema from './schema.json' with { type: 'json' };
import { TEMPLATE_VERSION, type Template } from './types.ts';
import { upgradeTemplate } from './upgrade.ts';

/** Bytes of a template as JSON. */
export const MAX_TEMPLATE_BYTES = 2 * 1024 * 1024;
/** Objects and lists within one another; far more than the elements that can be nested. */
const MAX_JSON_DEPTH = 100;

export interface CheckedTemplate {
  /** Null where there is an error. */
  template: Template | null;
  findings: readonly Finding[];
}

let compiled: ValidateFunction | undefined;

/** Compiled for the first template that is checked: threads that only render check none. */
function schemaCheck(): ValidateFunction {
  compiled ??= new Ajv2020({
    allErrors: true,
    // Gives the errors the schema around them, for the names of its properties.
    verbose: true,
    discriminator: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
  }).compile(schema);
  return compiled;
}

/** The JSON schema of templates, draft 2020-12. */
export const templateSchema: Readonly<Record<string, unknown>> = schema;

/**
 * Checks a template: its shape against the schema, then names, expressions, statements and sizes. A template of an earlier version is
 * upgraded first.
 * @param json parsed JSON, from anyone.
 */
export function checkTemplate(json: unknown): CheckedTemplate {
  const findings = createFindings();
  checkSize(json, findings);
  if (findings.list.length > 0) return { template: null, findings: findings.list };
  const upgraded = upgradeTemplate(json);
  const validate = schemaCheck();
  if (upgraded === null) {
    findings.error('$.version', `The template needs a version from 1 to ${TEMPLATE_VERSION}.`);
  } else if (!validate(upgraded)) {
    for (const error of mostTelling(validate.errors ?? [])) findings.error(toPath(error), toMessage(error));
  } else {
    const template = upgraded as unknown as Template;
    for (const check of [checkNames, checkExpressions, checkStatements, checkLayout])
      check(template, findings);
    if (findings.list.every(({ level }) => level === 'warning')) return { template, findings: findings.list };
  }
  return { template: null, findings: findings.list };
}

function checkSize(json: unknown, findings: Findings): void {
  if (isDeeper(json, MAX_JSON_DEPTH)) {
    findings.error('$', `The template is nested more than ${MAX_JSON_DEPTH} levels deep.`);
    return;
  }
  if (Buffer.byteLength(JSON.stringify(json) ?? '') > MAX_TEMPLATE_BYTES) {
    findings.error(
      '$',
      `The template is larger than ${MAX_TEMPLATE_BYTES / 1024 / 1024} MiB. Put pictures into files of the report.`,
    );
  }
}

function isDeeper(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return levels === 0 || Object.values(json).some((value) => isDeeper(value, levels - 1));
}

/** Without the errors that only say that a choice failed, where a deeper error says why. */
function mostTelling(errors: ErrorObject[]): ErrorObject[] {
  const telling = errors.filter(({ keyword, instancePath }) => {
    const isChoice = keyword === 'anyOf' || keyword === 'oneOf';
    return (
      !isChoice ||
      !errors.some((other) => other.keyword !== keyword && other.instancePath.startsWith(`${instancePath}/`))
    );
  });
  return telling.length > 0 ? telling : errors;
}

/** `/bands/detail/0/height` as `$.bands.detail[0].height`. */
function toPath({ instancePath, keyword, params }: ErrorObject): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = `$${steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')}`;
  return keyword === 'additionalProperties' ? `${path}.${String(params['additionalProperty'])}` : path;
}

function toMessage({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `${String(params['missingProperty'])} is missing.`;
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      return `There is no property ${name} here.${suggestNames(name, Object.keys((parentSchema?.['properties'] ?? {}) as object))}`;
    }
    case 'enum':
      return `Must be one of ${(params['allowedValues'] as unknown[]).join(', ')}.`;
    case 'type':
      return `Must be of type ${[params['type']].flat().join(' or ')}.`;
    case 'discriminator':
      return 'There is no element of this kind.';
    case 'pattern':
      return `Must match ${String(params['pattern'])}.`;
    default:
      return `${(message ?? 'is not valid').replace(/^must/, 'Must')}.`;
  }
}
