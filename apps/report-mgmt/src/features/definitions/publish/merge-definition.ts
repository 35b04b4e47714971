import { badDefinition } from '../errors.ts';
import { isObject, readDefinition } from '../read-definition.ts';
import type { Definition } from '../types.ts';

/** What a change sets in a definition; what is undefined stays. */
export interface DefinitionChange {
  title?: string | undefined;
  description?: string | undefined;
  report?: string | undefined;
  datasource?: string | undefined;
  format?: string | undefined;
  /** Parameters of a template. What a parameter of the same name has beyond them stays. */
  parameters?: unknown[] | undefined;
}

/**
 * The text of a definition file with a change; all other fields stay as they are.
 * @throws {AppError} bad_request when the definition would have problems
 */
export function mergeDefinition(
  key: string,
  current: Record<string, unknown>,
  change: DefinitionChange,
): { bytes: Buffer; definition: Definition } {
  const { parameters: given, ...texts } = change;
  const { params, parameters = params, ...kept } = current;
  const fields = {
    ...kept,
    name: key,
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
    parameters: given ? mergeParameters(parameters, given) : (parameters ?? []),
  };
  const bytes = Buffer.from(`${JSON.stringify(fields, null, 2)}\n`);
  const { definition, problems } = readDefinition(key, bytes);
  if (!definition) throw badDefinition(problems);
  return { bytes, definition };
}

function mergeParameters(current: unknown, given: unknown[]): unknown[] {
  const known = new Map(
    (Array.isArray(current) ? current : []).filter(isObject).map((one) => [one['name'], one]),
  );
  return given.map((one) => (isObject(one) ? { ...known.get(one['name']), ...one } : one));
}
