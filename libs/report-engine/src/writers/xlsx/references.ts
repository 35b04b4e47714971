const names: string[] = [];

/** The letters of a column, from 0: A, Z, AA. */
export function columnName(index: number): string {
  const known = names[index];
  if (known !== undefined) return known;
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  names[index] = name;
  return name;
}
