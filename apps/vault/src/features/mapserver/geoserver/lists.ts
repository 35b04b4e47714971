/**
 * The items of a list as GeoServer writes it: `{"workspaces":{"workspace":[…]}}`, with one item perhaps without the array, and
 * with the empty text instead of an empty list: `{"workspaces":""}`.
 */
export function listItems(
  body: Record<string, unknown>,
  outer: string,
  inner: string,
): Record<string, unknown>[] {
  const list = body[outer];
  if (!isObject(list)) return [];
  return [list[inner]].flat().filter(isObject);
}

export function listNames(body: Record<string, unknown>, outer: string, inner: string): string[] {
  return listItems(body, outer, inner).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
