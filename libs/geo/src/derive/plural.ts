/** The sentence for a count: none for 0, `one` for 1, else `many`. */
export function plural(count: number, { one, many }: { one: string; many: string }): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : many];
}

/** Warnings on geometries that GDAL or the reader could not use as they were. */
export function repairWarnings(counts: { repaired: number; curved: number; unreadable: number }): string[] {
  const { repaired, curved, unreadable } = counts;
  return [
    ...plural(repaired, {
      one: '1 geometry was invalid and was repaired.',
      many: `${repaired} geometries were invalid and were repaired.`,
    }),
    ...plural(curved, {
      one: '1 geometry had curves, which were converted to straight lines.',
      many: `${curved} geometries had curves, which were converted to straight lines.`,
    }),
    ...plural(unreadable, {
      one: '1 geometry could not be read and was left out.',
      many: `${unreadable} geometries could not be read and were left out.`,
    }),
  ];
}
