/** The sentence for a count: none for 0, `one` for 1, else `many`. */
export function plural(count: number, { one, many }: { one: string; many: string }): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : many];
}
