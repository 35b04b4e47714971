import { FORMATS, isFormat } from '../engine/formats.ts';
import { jsonDepth } from './json-depth.ts';
import type { Definition, DefinitionParameter } from './types.ts';

export const MAX_DEFINITION_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;
const MAX_PARAMETERS = 200;
/** Characters; the portal takes no longer title. */
const MAX_LENGTHS: Record<string, number> = { name: 500, title: 500, description: 10_000 };

/** Reads the bytes of a definition file. Returns either the definition, or sentences on what is wrong with it. */
export function readDefinition(
  key: string,
  bytes: Uint8Array,
): { definition: Definition | null; problems: string[] } {
  const parsed = parse(bytes);
  if (typeof parsed === 'string') return { definition: null, problems: [parsed] };
  const parameters = parsed['parameters'] ?? parsed['params'] ?? [];
  const problems = [...checkTexts(parsed), ...checkFormat(parsed), ...checkParameters(parameters)];
  const report = textOf(parsed, 'report') || key;
  if (!staysInside(report)) {
    problems.push(`"report" is "${shorten(report)}", which is outside the folder of the definition.`);
  }
  if (problems.length > 0) return { definition: null, problems };
  return {
    problems,
    definition: {
      name: key,
      title: textOf(parsed, 'title') || textOf(parsed, 'name') || key,
      description: textOf(parsed, 'description'),
      report,
      datasource: textOf(parsed, 'datasource'),
      format: textOf(parsed, 'format') || 'html',
      accessGroups: parsed['access_groups'] ?? '',
      parameters: parameters as DefinitionParameter[],
      fields: parsed,
    },
  };
}

/** The object in a file, or a sentence that says why it has no object. */
function parse(bytes: Uint8Array): Record<string, unknown> | string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'The file is not UTF-8 text.';
  }
  if (jsonDepth(text) > MAX_DEPTH) return `The file nests deeper than ${MAX_DEPTH} levels.`;
  try {
    const value = JSON.parse(text) as unknown;
    if (isObject(value)) return value;
    return 'The file has no JSON object.';
  } catch (error) {
    const [place] = /line \d+ column \d+/.exec((error as Error).message) ?? [];
    return `The file is not valid JSON${place ? ` (${place})` : ''}.`;
  }
}

function checkTexts(fields: Record<string, unknown>): string[] {
  return ['name', 'title', 'description', 'report', 'datasource', 'format'].flatMap((name) => {
    const value = fields[name] ?? '';
    if (typeof value !== 'string') return [`"${name}" must be a text.`];
    if (!isStorable(value)) return [`"${name}" has a NUL character or half a character.`];
    const limit = MAX_LENGTHS[name] ?? MAX_DEFINITION_BYTES;
    return value.length <= limit ? [] : [`"${name}" has more than ${limit.toLocaleString('en')} characters.`];
  });
}

function checkFormat({ format }: Record<string, unknown>): string[] {
  if (typeof format !== 'string' || format === '' || isFormat(format)) return [];
  return [`"format" is "${shorten(format)}". Use one of ${FORMATS.join(', ')}.`];
}

function checkParameters(parameters: unknown): string[] {
  if (!Array.isArray(parameters)) return ['"parameters" must be a list.'];
  if (parameters.length > MAX_PARAMETERS) return [`"parameters" has more than ${MAX_PARAMETERS} entries.`];
  const names = new Set<string>();
  return parameters.flatMap((parameter: unknown, index) => {
    const name = isObject(parameter) ? parameter['name'] : undefined;
    if (typeof name !== 'string' || name === '' || !isStorable(name))
      return [`Parameter ${index + 1} has no name.`];
    if (names.has(name)) return [`Two parameters are named "${shorten(name)}".`];
    names.add(name);
    return [];
  });
}

/** Whether a path, of whatever system, leads to a place below the folder of the definition. */
function staysInside(path: string): boolean {
  const isAbsolute = /^[\\/]|^[a-z]:/i.test(path);
  return !isAbsolute && !path.split(/[\\/]/).includes('..') && !path.includes('\0');
}

function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
