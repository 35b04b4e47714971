import type { OpenFields } from '@cairn/service';
import { AppError } from '@cairn/service';
import { isObject } from './read-definition.ts';
import type { OptionsAnswer, ReportServer } from './report-server.ts';
import { namesIn, statementOf } from './source-names.ts';
import type { Definition, DefinitionParameter, ParameterOption } from './types.ts';

/** Statements that one request runs at once, and at most. */
const AT_ONCE = 4;
const MAX_SOURCES = 50;

/** A parameter as a form needs it. */
export interface ExpandedParameter extends Record<string, unknown> {
  name: string;
  type: string;
  label: string;
  required: boolean;
  hidden: boolean;
  options: unknown[];
}

interface Asker {
  reportServer: Pick<ReportServer, 'options'>;
  /** For whom the statements run; null for a visitor. */
  personId: number | null;
  /** Values of parameters, on which the options of others depend. */
  values: OpenFields;
}

/** The parameters of a definition, the options of `sql:` sources included. A source that fails leaves the others. */
export async function expandParameters(
  { parameters, datasource }: Definition,
  asker: Asker,
): Promise<ExpandedParameter[]> {
  const values = valuesOf(parameters, asker.values);
  const expanded = parameters.map(expandStatic);
  const sources = parameters.flatMap(({ source }, index) => {
    const sql = statementOf(source);
    return sql === null ? [] : [{ index, sql }];
  });
  const expand = async ({ index, sql }: { index: number; sql: string }) => {
    const found = await findOptions({ sql, datasource, values }, asker);
    expanded[index] = { ...expanded[index]!, ...found };
  };
  for (const { index } of sources.splice(MAX_SOURCES)) {
    expanded[index] = {
      ...expanded[index]!,
      ...failed(`A report has at most ${MAX_SOURCES} lists of options.`),
    };
  }
  const take = async () => {
    for (let source = sources.shift(); source; source = sources.shift()) await expand(source);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return expanded;
}

async function findOptions(
  { sql, datasource, values }: { sql: string; datasource: string; values: Map<string, string[]> },
  { reportServer, personId }: Asker,
): Promise<Partial<ExpandedParameter>> {
  const names = namesIn(sql);
  const dependsOn = names.length > 0 ? { depends_on: names } : {};
  const needs = names.filter((name) => !values.has(name));
  if (needs.length > 0) return { ...dependsOn, options: [], needs };
  if (datasource === '') return { ...dependsOn, ...failed('The report has no datasource.') };
  const given = Object.fromEntries(
    names.map((name) => {
      const [first = '', ...more] = values.get(name)!;
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
  try {
    const answer = await reportServer.options(datasource, { sql, values: given, personId });
    return { ...dependsOn, ...toFields(answer) };
  } catch (error) {
    if (error instanceof AppError) return { ...dependsOn, ...failed(error.message) };
    throw error;
  }
}

function toFields(answer: OptionsAnswer): Partial<ExpandedParameter> {
  if ('error' in answer) return failed(answer.error);
  if ('needs' in answer) return { options: [], needs: answer.needs };
  return { options: answer.options, ...(answer.isTruncated ? { options_truncated: true } : {}) };
}

function failed(sentence: string) {
  return { options: [], options_error: sentence };
}

/** What was sent, else the default of a parameter. */
function valuesOf(parameters: DefinitionParameter[], sent: OpenFields): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { name, default: value } of parameters) {
    const list = (Array.isArray(value) ? value : [value ?? '']).map(toText).filter((text) => text !== '');
    if (list.length > 0) values.set(name, list);
  }
  for (const [name, list] of Object.entries(sent)) {
    const given = list.filter((text) => text !== '');
    if (given.length > 0) values.set(name, given);
    // An emptied field has no value, whatever its default is.
    else values.delete(name);
  }
  return values;
}

function expandStatic(parameter: DefinitionParameter): ExpandedParameter {
  const { name, type, label, required, hidden, options } = parameter;
  return {
    ...parameter,
    name,
    type: typeof type === 'string' && type !== '' ? type : 'text',
    label: typeof label === 'string' && label !== '' ? label : name,
    required: required === true,
    hidden: hidden === true,
    options: Array.isArray(options) ? options.map(toOption) : [],
  };
}

function toOption(option: unknown): unknown {
  if (!isObject(option)) return plain(toText(option));
  const value = toText(option['value'] ?? option['label']);
  return { ...option, value, label: toText(option['label'] ?? value) };
}

function plain(text: string): ParameterOption {
  return { label: text, value: text };
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}
