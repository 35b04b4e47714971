import type { Parameters, ParameterValue } from '../../sdk/protocol.ts';

/** The values without those that the token binds, and the names that were left out. */
export function withoutBound(
  parameters: Parameters,
  bound: readonly string[],
): { parameters: Parameters; ignored: string[] } {
  const entries = Object.entries(parameters);
  return {
    parameters: Object.fromEntries(entries.filter(([name]) => !bound.includes(name))),
    ignored: entries.map(([name]) => name).filter((name) => bound.includes(name)),
  };
}

/** The values as a form holds them: texts. */
export function textsOfParameters(parameters: Parameters): Record<string, string[]> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, textsOf(value)]));
}

function textsOf(value: ParameterValue): string[] {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The texts of a form as values: one where a parameter takes one. */
export function parametersOfTexts(
  texts: Record<string, string[]>,
  descriptors: readonly { name: string; multiple: boolean }[],
): Parameters {
  const multiple = new Set(descriptors.filter((each) => each.multiple).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(texts).map(([name, list]) => [name, multiple.has(name) ? list : (list[0] ?? null)]),
  );
}
