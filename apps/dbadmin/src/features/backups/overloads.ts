import { unprocessable } from '@cairn/service';
import type pg from 'pg';

/** Versions of PostgreSQL differ in which names they quote. */
const withoutQuotes = (text: string) => text.replaceAll('"', '');

/**
 * Finds names of functions and operators, as definitions in an archive write them, that both administrators and other roles have
 * defined. A definition contains only the schema and the name, and PostgreSQL chooses by the types of the arguments: it prefers a
 * function of another role for exactly these types to a superuser's function for any type.
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

/** The first overload that a script may call. */
export function findOverloadIn(script: string, overloads: string[]): string | undefined {
  const statements = withoutQuotes(script);
  return overloads.find((text) => statements.includes(text));
}

/**
 * Refuses a database in which a function or the check of a domain of an administrator calls a function of another role that overloads
 * an administrator's function: an index on that domain or function would run it as the administrator.
 * @throws {AppError} unprocessable
 */
export async function refuseOverloads(client: pg.ClientBase, administrators: string[]): Promise<void> {
  const { rows } = await client.query<{ what: string; called: string }>(
    `WITH administrators AS (SELECT oid FROM pg_roles WHERE rolname = ANY($1)),
     named (class, oid, schema, name, trusted) AS (
       SELECT 'pg_proc'::regclass::oid, oid, pronamespace, proname, proowner IN (SELECT oid FROM administrators) FROM pg_proc
       UNION ALL SELECT 'pg_operator'::regclass, oid, oprnamespace, oprname, oprowner IN (SELECT oid FROM administrators)
         FROM pg_operator),
     trusting (class, oid) AS (
       SELECT 'pg_proc'::regclass::oid, oid FROM pg_proc WHERE proowner IN (SELECT oid FROM administrators)
       UNION ALL SELECT 'pg_constraint'::regclass, c.oid FROM pg_constraint c JOIN pg_type t ON t.oid = c.contypid
         WHERE t.typowner IN (SELECT oid FROM administrators))
     SELECT pg_describe_object(d.classid, d.objid, 0) AS what, pg_describe_object(d.refclassid, d.refobjid, 0) AS called
       FROM pg_depend d JOIN trusting t ON t.class = d.classid AND t.oid = d.objid
         JOIN named n ON n.class = d.refclassid AND n.oid = d.refobjid AND NOT n.trusted
      WHERE EXISTS (SELECT FROM named s
        WHERE s.class = n.class AND s.schema = n.schema AND s.name = n.name AND s.trusted)
      ORDER BY 1, 2 LIMIT 1`,
    [administrators],
  );
  const [row] = rows;
  if (!row) return;
  throw unprocessable(
    'dbadmin.unsafe_overload',
    `The ${row.what} of the backup belongs to a superuser and would call the ${row.called}, whose owner is not a superuser. Rename or drop it in the database, back up again, and restore the new backup.`,
  );
}
