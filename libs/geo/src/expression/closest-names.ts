const MOST = 3;
const LONGEST = 100;

/** The few names that may have been meant: they contain the text, or differ from it in a few letters. */
export function closestNames(written: string, names: string[]): string[] {
  const wanted = written.slice(0, LONGEST).toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceTo(wanted, name.slice(0, LONGEST).toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** Levenshtein's; a name that contains the other one is one step away. */
function distanceTo(wanted: string, name: string): number {
  if (Math.min(wanted.length, name.length) > 2 && (name.includes(wanted) || wanted.includes(name))) return 1;
  let row = Array.from({ length: name.length + 1 }, (_, i) => i);
  for (let i = 1; i <= wanted.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const swap = (above[j - 1] as number) + (wanted[i - 1] === name[j - 1] ? 0 : 1);
      row.push(Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, swap));
    }
  }
  return row[name.length] as number;
}
