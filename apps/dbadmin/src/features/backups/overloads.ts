import type pg from 'pg';

/** Versions of PostgreSQL differ in which names they quote. */
const withoutQuotes = (text: string) => text.replaceAll('"', '');

/**
 * The beginnings of calls of functions, and the names of operators, as definitions in an archive write them, that stand for some of
 * an administrator and for some of other roles. A definition names only the schema and the name, and PostgreSQL chooses by the types
 * of the arguments: of a function of a superuser for any type and one of another role for exactly this type it takes the second.
 */
export async function findOverloads(client: pg.ClientBase, administrators: string[]): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT text FROM (
       SELECT format('%s.%s(', n.nspname, p.proname) AS text, p.proowner AS owner
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       UNION ALL SELECT format('OPERATOR(%s.%s)', n.nspname, o.oprname), o.oprowner
         FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace) named
     GROUP BY text
     HAVING bool_or(pg_get_userbyid(owner) = ANY($1)) AND NOT bool_and(pg_get_userbyid(owner) = ANY($1))`,
    [administrators],
  );
  return rows.map(({ text }) => withoutQuotes(text));
}

/** The first of these that the statements of a script may mean. */
export function findIn(script: string, overloads: string[]): string | undefined {
  const statements = withoutQuotes(script);
  return overloads.find((text) => statements.includes(text));
}
