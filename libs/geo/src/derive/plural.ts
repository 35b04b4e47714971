/** A sentence about a number of things; none about nothing. */
export function plural(count: number, { one, many }: { one: string; many: string }): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : many];
}
