/** Characters of a name in a DBF file. */
const LENGTH = 10;

/** Names for a shapefile: ten plain characters at most, each once. The names of columns in their order. */
export function shapefileNames(columns: string[]): string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const plain = column
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9_]/g, '_');
    const start = /^[A-Za-z]/.test(plain) ? plain : `f${plain}`;
    let name = start.slice(0, LENGTH);
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) {
      const ending = `_${n}`;
      name = `${start.slice(0, LENGTH - ending.length)}${ending}`;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}
