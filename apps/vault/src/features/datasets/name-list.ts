import { sql } from 'kysely';

/** Whether a column holds one of many names. They travel as one text, a name on each line; no dataset's name has two. */
export function isOneOf(column: string, names: string[]) {
  const lines = names.filter((name) => !name.includes('\n')).join('\n');
  return sql<boolean>`${sql.ref(column)} = ANY(string_to_array(${lines}, E'\\n'))`;
}
