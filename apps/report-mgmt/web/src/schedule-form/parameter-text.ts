import type { ReportParameter } from '../client.ts';
import { changeValue, initialValues, type ParameterValues } from '../runner/parameter-values.ts';

/** What the fields show: the values of the text, else the defaults of the parameters. */
export function valuesOfText(parameters: readonly ReportParameter[], text: string): ParameterValues {
  return initialValues(parameters, new URLSearchParams(text));
}

/** The text after one value changed. Values that nobody has set stay out of it, so the report's defaults count. */
export function changeText(
  parameters: readonly ReportParameter[],
  text: string,
  change: { name: string; texts: string[] },
): string {
  const given = new URLSearchParams(text);
  const before = valuesOfText(parameters, text);
  const after = changeValue(before, change, parameters);
  for (const { name } of parameters) {
    const texts = after[name] ?? [];
    if (texts === before[name]) continue;
    given.delete(name);
    for (const value of texts) given.append(name, value);
    // An empty value says that the default does not count either.
    if (name === change.name && texts.length === 0) given.append(name, '');
  }
  return given.toString();
}

/** Names in the text that the report does not ask for: they are kept, and the report may ignore them. */
export function otherNames(parameters: readonly ReportParameter[], text: string): string[] {
  const known = new Set(parameters.map(({ name }) => name));
  return [...new Set(new URLSearchParams(text).keys())].filter((name) => !known.has(name));
}

/** The text without those. */
export function withoutNames(text: string, names: readonly string[]): string {
  const given = new URLSearchParams(text);
  for (const name of names) given.delete(name);
  return given.toString();
}
