import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { ContractDocument } from '@cairn/contracts';

const ROOT = 'contract';
// Keywords of the OpenAPI document itself, which Ajv finds at the root.
const OPENAPI_KEYWORDS = [
  ...['example', 'xml', 'externalDocs', 'discriminator'],
  ...[
    'openapi',
    'info',
    'paths',
    'components',
    'servers',
    'security',
    'tags',
    'webhooks',
    'jsonSchemaDialect',
  ],
];

/** The problems of a value, or null when it is valid. */
export type Validator = (value: unknown) => ErrorObject[] | null;

/**
 * The schemas of one contract, by JSON pointer, so that references inside them work. Each is compiled on first use: a
 * contract has hundreds, which would slow down the start.
 */
export interface Schemas {
  /** Fills in defaults. */
  forRequest(pointer: string): Validator;
  /** Changes nothing. */
  forResponse(pointer: string): Validator;
}

export function createSchemas(document: ContractDocument): Schemas {
  return {
    forRequest: validators(() => ajvFor(document, { useDefaults: true })),
    forResponse: validators(() => ajvFor(document, { useDefaults: false })),
  };
}

function ajvFor(document: ContractDocument, { useDefaults }: { useDefaults: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    useDefaults,
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
    validateSchema: false,
    logger: false,
  });
  addFormats.default(ajv);
  for (const keyword of [...OPENAPI_KEYWORDS, ...extensionKeywords(document)])
    if (!ajv.getKeyword(keyword)) ajv.addKeyword(keyword);
  ajv.addSchema(document as object, ROOT);
  return ajv;
}

/** One validator per pointer: operations share most of their parameters and error responses. */
function validators(open: () => Ajv2020): (pointer: string) => Validator {
  const known = new Map<string, Validator>();
  let ajv: Ajv2020 | undefined;
  return (pointer) => {
    let validator = known.get(pointer);
    if (!validator) known.set(pointer, (validator = lazyValidator(pointer, () => (ajv ??= open()))));
    return validator;
  };
}

function lazyValidator(pointer: string, ajv: () => Ajv2020): Validator {
  let validate: ReturnType<Ajv2020['compile']> | undefined;
  return (value) => {
    try {
      validate ??= ajv().compile({ $ref: `${ROOT}#${encodeURI(pointer)}` });
    } catch (error) {
      throw new Error(`The schema at #${pointer} does not compile: ${(error as Error).message}`, {
        cause: error,
      });
    }
    return validate(value) ? null : (validate.errors ?? []);
  };
}

function extensionKeywords(document: unknown, found = new Set<string>()): Set<string> {
  if (typeof document !== 'object' || document === null) return found;
  for (const [key, value] of Object.entries(document)) {
    if (key.startsWith('x-')) found.add(key);
    extensionKeywords(value, found);
  }
  return found;
}

/** The first problem of a field, as a sentence. */
export function describeProblem(error: ErrorObject | undefined, place: string): string {
  if (!error) return `The ${place} is not valid for this operation.`;
  const field = error.instancePath.slice(1).replaceAll('/', '.');
  const subject = field ? `"${field}"` : `The ${place}`;
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return `${field ? `"${field}" lacks` : `The ${place} lacks`} the field "${params.missingProperty}"; add it.`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${subject} has an unknown field "${params.additionalProperty ?? params.unevaluatedProperty}"; remove it.`;
    case 'type':
      return `${subject} must be of type ${[params.type].flat().join(' or ')}.`;
    case 'enum':
      return `${subject} must be one of ${(params.allowedValues as unknown[]).map((v) => JSON.stringify(v)).join(', ')}.`;
    case 'minLength':
      return params.limit === 1
        ? `${subject} must not be empty.`
        : `${subject} must have at least ${params.limit} characters.`;
    case 'maxLength':
      return `${subject} must have at most ${params.limit} characters.`;
    case 'format':
      return `${subject} must be a valid ${params.format}.`;
    case 'pattern':
      return `${subject} does not match the pattern ${params.pattern}.`;
    default:
      return `${subject} ${error.message ?? 'is not valid'}.`;
  }
}
