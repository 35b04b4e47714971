import type { ReportConfig, ReportParameter } from '../client.ts';

/** What the form has: texts, as an address has them. A parameter of several values has several. */
export type ParameterValues = Record<string, string[]>;

export type FieldKind = 'choice' | 'checkbox' | 'number' | 'date' | 'time' | 'datetime' | 'texts' | 'text';

/** The kind of field for a parameter. Types of templates, such as `list<text>`, have the same fields as those of definitions. */
export function fieldKind(parameter: ReportParameter): FieldKind {
  if (isChoice(parameter)) return 'choice';
  if (isMultiple(parameter)) return 'texts';
  switch (parameter.type.toLowerCase()) {
    case 'checkbox':
    case 'boolean':
      return 'checkbox';
    case 'number':
    case 'integer':
    case 'decimal':
      return 'number';
    case 'date':
      return 'date';
    case 'time':
      return 'time';
    case 'timestamp':
    case 'datetime':
      return 'datetime';
    default:
      return 'text';
  }
}

function isChoice({ type, options = [], depends_on: parents = [] }: ReportParameter): boolean {
  return options.length > 0 || parents.length > 0 || /^(?:select|multi-?select|radio|enum)$/i.test(type);
}

export function isMultiple({ type, multiple }: ReportParameter): boolean {
  return multiple === true || /^(?:multi-?select|list<.*>)$/i.test(type);
}

/** The values in an address, else the defaults of the parameters. */
export function initialValues(
  parameters: readonly ReportParameter[],
  address: URLSearchParams,
): ParameterValues {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const given = address.getAll(parameter.name);
      const texts = given.length > 0 ? given : textsOf(parameter.default);
      return [parameter.name, isMultiple(parameter) ? texts : texts.slice(0, 1)];
    }),
  );
}

/** A value of JSON as texts. */
export function textsOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The address that runs the report with these values: what is empty is left out. */
export function toSearch(values: ParameterValues): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, texts] of Object.entries(values))
    for (const text of texts) if (text !== '') search.append(name, text);
  return search;
}

/** All parameters that depend on one, at any depth: their values are of no use once it changes. */
export function dependantsOf(name: string, parameters: readonly ReportParameter[]): string[] {
  const names = new Set<string>();
  const visit = (parent: string) => {
    for (const parameter of parameters) {
      if (!parameter.depends_on?.includes(parent) || names.has(parameter.name)) continue;
      names.add(parameter.name);
      visit(parameter.name);
    }
  };
  visit(name);
  return [...names];
}

/** The values after one changed: what depends on it is cleared. */
export function changeValue(
  values: ParameterValues,
  { name, texts }: { name: string; texts: string[] },
  parameters: readonly ReportParameter[],
): ParameterValues {
  const cleared = dependantsOf(name, parameters).map((each): [string, string[]] => [each, []]);
  return { ...values, ...Object.fromEntries(cleared), [name]: texts };
}

/** Values that others depend on, in a fixed order. One that is empty is sent too, so that its default is not taken. */
export function parentValues(
  parameters: readonly ReportParameter[],
  values: ParameterValues,
): URLSearchParams {
  const parents = new Set(parameters.flatMap((parameter) => parameter.depends_on ?? []));
  const entries = [...parents].toSorted().flatMap((name) => {
    const texts = values[name] ?? [];
    return (texts.length > 0 ? texts : ['']).map((text): [string, string] => [name, text]);
  });
  return new URLSearchParams(entries);
}

/** Labels of the parameters that a parameter waits for. */
export function waitsFor(
  parameter: ReportParameter,
  parameters: readonly ReportParameter[],
  values: ParameterValues,
): string[] {
  return (parameter.depends_on ?? [])
    .filter((name) => !hasValue(values[name]))
    .map((name) => parameters.find((other) => other.name === name)?.label || name);
}

/** Parameters that must have a value and have none. */
export function missingParameters(parameters: readonly ReportParameter[], values: ParameterValues): string[] {
  return parameters
    .filter((parameter) => parameter.required && !parameter.hidden && fieldKind(parameter) !== 'checkbox')
    .map(({ name }) => name)
    .filter((name) => !hasValue(values[name]));
}

/** Values of an earlier run without those of parameters that the report no longer asks for. */
export function stillOffered({ parameters }: ReportConfig, remembered: URLSearchParams): URLSearchParams {
  const names = new Set(parameters.filter(({ hidden }) => !hidden).map(({ name }) => name));
  return new URLSearchParams([...remembered].filter(([name]) => names.has(name)));
}

function hasValue(texts: string[] | undefined): boolean {
  return (texts ?? []).some((text) => text !== '');
}
