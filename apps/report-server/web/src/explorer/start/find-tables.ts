import type { FoundTable } from './use-all-tables.ts';

/** The tables in whose names, or whose datasource's, every word occurs; those whose own name begins with it first. */
export function findTables(tables: FoundTable[], text: string): FoundTable[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tables.filter((each) => {
    const { schema, table, datasource, comment } = each;
    const haystack = [
      datasource.title,
      datasource.key,
      schema,
      table,
      table.replaceAll('_', ' '),
      comment ?? '',
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  const rank = ({ table }: FoundTable) =>
    words.some((word) => table.toLowerCase().startsWith(word)) ? 0 : 1;
  return found.toSorted((a, b) => rank(a) - rank(b));
}
