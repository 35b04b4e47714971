import type { ContractDocument, Parameter } from '@cairn/contracts';
import { badRequest } from '../errors.ts';
import { locate, pointerTo } from './locate.ts';
import type { Located } from './locate.ts';
import { describeProblem } from './schemas.ts';
import type { Validator, Schemas } from './schemas.ts';

type ScalarType = 'integer' | 'number' | 'boolean' | 'string';

interface ParameterRule {
  name: string;
  required: boolean;
  array: boolean;
  type: ScalarType;
  default: unknown;
  validator: Validator;
}

/** Turns texts from the path, the query or a form into typed values; 400 when one does not fit. */
export interface FieldReader {
  /** Whether a name is that of a declared field, or fits a declared pattern. */
  declares(name: string): boolean;
  read(values: ReadonlyMap<string, string[]>): Record<string, unknown>;
}

/** The fields whose names fit a pattern, such as `columns[0][data]`. */
interface PatternRule {
  pattern: RegExp;
  rule: Omit<ParameterRule, 'name'>;
}

interface FieldSchema {
  type?: string | string[];
  items?: unknown;
  default?: unknown;
}

/** Reader of the path or query parameters of an operation. */
export function parameterReader(
  document: ContractDocument,
  schemas: Schemas,
  options: { parameters: Located<Parameter>[]; place: 'path' | 'query' },
): FieldReader {
  const rules = options.parameters
    .filter(({ node }) => node.in === options.place)
    .map(({ node, pointer }) =>
      ruleOf(document, schemas, {
        name: node.name,
        required: node.required === true || node.in === 'path',
        pointer: pointerTo(pointer, 'schema'),
      }),
    );
  return fieldReader(rules);
}

interface FormSchema {
  properties?: Record<string, unknown>;
  patternProperties?: Record<string, unknown>;
  required?: string[];
}

/** Reader of the fields of a form. @throws {Error} for a pattern of names that is not anchored at both ends */
export function formReader(document: ContractDocument, schemas: Schemas, pointer: string): FieldReader {
  const { node, pointer: at } = locate<FormSchema>(document, pointer);
  const rules = Object.keys(node.properties ?? {}).map((name) =>
    ruleOf(document, schemas, {
      name,
      required: node.required?.includes(name) ?? false,
      pointer: pointerTo(at, 'properties', name),
    }),
  );
  const patterns = Object.keys(node.patternProperties ?? {}).map((source): PatternRule => {
    if (!/^\^.*\$$/.test(source))
      throw new Error(`${at}: the pattern ${source} must begin with ^ and end with $`);
    const field = { name: source, required: false, pointer: pointerTo(at, 'patternProperties', source) };
    return { pattern: new RegExp(source, 'u'), rule: ruleOf(document, schemas, field) };
  });
  return fieldReader(rules, patterns);
}

function ruleOf(
  document: ContractDocument,
  schemas: Schemas,
  field: { name: string; required: boolean; pointer: string },
): ParameterRule {
  const schema = locate<FieldSchema>(document, field.pointer);
  const array = typeNames(schema.node).includes('array');
  const scalar = array ? locate<FieldSchema>(document, pointerTo(schema.pointer, 'items')).node : schema.node;
  return {
    name: field.name,
    required: field.required,
    array,
    type: typeNames(scalar).find(isScalarType) ?? 'string',
    default: schema.node.default,
    validator: schemas.forRequest(field.pointer),
  };
}

function typeNames(schema: FieldSchema): string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

function isScalarType(name: string): name is ScalarType {
  return name === 'integer' || name === 'number' || name === 'boolean' || name === 'string';
}

function fieldReader(rules: ParameterRule[], patterns: PatternRule[] = []): FieldReader {
  const names = new Set(rules.map(({ name }) => name));
  const patternOf = (name: string): PatternRule | undefined =>
    patterns.find(({ pattern }) => pattern.test(name));
  return {
    declares: (name) => names.has(name) || patternOf(name) !== undefined,
    read(values) {
      const result: Record<string, unknown> = {};
      for (const rule of rules) {
        const value = readOne(rule, values.get(rule.name));
        if (value !== undefined) result[rule.name] = value;
      }
      if (patterns.length > 0) readPatterns(values, result);
      return result;
    },
  };

  function readPatterns(values: ReadonlyMap<string, string[]>, result: Record<string, unknown>): void {
    for (const [name, texts] of values) {
      const found = names.has(name) ? undefined : patternOf(name);
      const value = found && readOne({ ...found.rule, name }, texts);
      if (value !== undefined) result[name] = value;
    }
  }
}

function readOne(rule: ParameterRule, texts: string[] | undefined): unknown {
  const given = rule.type === 'string' ? texts : texts?.filter((text) => text !== '');
  if (!given || given.length === 0) {
    if (rule.required) throw badRequest('request.missing_parameter', `"${rule.name}" is missing; add it.`);
    return rule.default;
  }
  if (!rule.array && given.length > 1) {
    throw badRequest('request.repeated_parameter', `"${rule.name}" is given more than once; send it once.`);
  }
  const value = rule.array ? given.map((text) => convert(text, rule.type)) : convert(given[0]!, rule.type);
  const problems = rule.validator(value);
  if (problems) {
    const [error] = problems;
    throw badRequest(
      'request.bad_parameter',
      describeProblem(error && { ...error, instancePath: `/${rule.name}` }, 'request'),
    );
  }
  return value;
}

/** Other text than a plain number or boolean stays text, and then fails validation. */
function convert(text: string, type: ScalarType): unknown {
  if (type === 'integer') {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) ? value : text;
  }
  if (type === 'number') return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : text;
  if (type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  return text;
}
