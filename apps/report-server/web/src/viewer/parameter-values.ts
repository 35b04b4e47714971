import type { Option, ParameterDescriptor, ParameterValues, ReportConfig } from './types.ts';

/** The values in an address, else the defaults of the parameters. */
export function initialValues({ parameters }: ReportConfig, address: URLSearchParams): ParameterValues {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { name, multiple, type, required } = parameter;
      const given = address.getAll(name);
      const texts = given.length > 0 ? given : textsOf(parameter.default);
      // A switch that is not set is off.
      if (texts.length === 0 && type === 'boolean' && required && !multiple) return [name, ['false']];
      return [name, texts];
    }),
  );
}

/** A value of JSON as texts. A box has its four numbers in one. */
export function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Options with different values: rows of a statement may repeat them, or have none. */
export function uniqueOptions(options: readonly Option[]): { label: string; value: string }[] {
  const byValue = new Map<string, string>();
  for (const { label, value } of options) {
    if (value !== null && !byValue.has(String(value))) byValue.set(String(value), label);
  }
  return [...byValue].map(([value, label]) => ({ value, label }));
}

/** The address that runs the report with these values: what is empty is left out. */
export function toSearch(values: ParameterValues): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, texts] of Object.entries(values))
    for (const text of texts) if (text !== '') search.append(name, text);
  return search;
}

/** All parameters that depend on one, at any depth: their values are of no use once it changes. */
export function dependantsOf(name: string, parameters: readonly ParameterDescriptor[]): string[] {
  const found = new Set<string>();
  const visit = (of: string) => {
    for (const parameter of parameters) {
      if (!parameter.depends_on.includes(of) || found.has(parameter.name)) continue;
      found.add(parameter.name);
      visit(parameter.name);
    }
  };
  visit(name);
  return [...found];
}

/** The values after one changed: its dependants are cleared. */
export function changeValue(
  values: ParameterValues,
  { name, texts }: { name: string; texts: string[] },
  parameters: readonly ParameterDescriptor[],
): ParameterValues {
  const cleared = dependantsOf(name, parameters).map((each): [string, string[]] => [each, []]);
  return { ...values, ...Object.fromEntries(cleared), [name]: texts };
}

/** Parameters that must have a value and have none. */
export function missingParameters(
  values: ParameterValues,
  parameters: readonly ParameterDescriptor[],
): string[] {
  return parameters
    .filter(
      ({ name, required, hidden }) =>
        required && !hidden && !(values[name] ?? []).some((text) => text !== ''),
    )
    .map(({ name }) => name);
}

/** Values of an earlier run without those of parameters and choices that the report no longer has. */
export function stillOffered(
  parameters: readonly ParameterDescriptor[],
  remembered: URLSearchParams,
): URLSearchParams {
  const kept = parameters
    .filter(({ hidden }) => !hidden)
    .flatMap(({ name, options }) =>
      remembered
        .getAll(name)
        .filter((text) => options === null || options.some(({ value }) => String(value) === text))
        .map((text): [string, string] => [name, text]),
    );
  return new URLSearchParams(kept);
}
