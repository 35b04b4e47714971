import { badRequest } from '@cairn/service';

/**
 * Values in JSON as the texts that an address would have.
 * @throws {AppError} bad_request for objects and lists of them
 */
export function textsOfParams(params: Readonly<Record<string, unknown>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).flatMap(textsOf(name)),
    ]),
  );
}

function textsOf(name: string) {
  return (value: unknown): string[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'object') {
      throw badRequest(
        'report-server.bad_parameter_value',
        `params.${name} must be a text, a number, true, false, null, or a list of them.`,
      );
    }
    return [String(value as string | number | boolean)];
  };
}
