/** The names that differ least from `name`, ignoring case: at most three, none that has little in common with it. */
export function nearestNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  return [...names]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, distance }) =>
        distance <= Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** ` Did you mean a or b?`, or nothing where no name is near. */
export function suggestNames(name: string, names: Iterable<string>): string {
  const nearest = nearestNames(name, names);
  return nearest.length === 0 ? '' : ` Did you mean ${nearest.join(' or ')}?`;
}

/** Levenshtein's distance, of texts up to 100 characters. */
function editDistance(a: string, b: string): number {
  if (a.length > 100 || b.length > 100) return a === b ? 0 : 100;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
