import { t } from '@cairn/ui';

/** What keeps a text from being a definition, as sentences; none for an empty text. The server checks more. */
export function checkDefinition(text: string): string[] {
  if (text.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [t('json.notJson', { reason: (error as Error).message })];
  }
  if (!isObject(value)) return [t('json.notObject')];
  const parameters = value.parameters ?? value.params ?? [];
  if (!Array.isArray(parameters)) return [t('json.parametersNotList')];
  return checkNames(parameters);
}

function checkNames(parameters: unknown[]): string[] {
  const names = new Set<string>();
  return parameters.flatMap((parameter, index) => {
    const name = isObject(parameter) ? parameter.name : undefined;
    if (typeof name !== 'string' || name === '') return [t('json.parameterNoName', { number: index + 1 })];
    if (names.has(name)) return [t('json.parameterTwice', { name })];
    names.add(name);
    return [];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
