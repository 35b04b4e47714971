import { sql } from 'kysely';

/** Whether a column holds one of many names. They travel as one text; none of them holds a line break. */
export function isOneOf(column: string, names: string[]) {
  return sql<boolean>`${sql.ref(column)} = ANY(string_to_array(${names.join('\n')}, E'\\n'))`;
}
