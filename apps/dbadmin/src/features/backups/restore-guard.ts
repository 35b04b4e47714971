import { ident } from '@cairn/db';
import type pg from 'pg';

/**
 * Until `removeRestoreGuard`, only superusers may drop anything in the database or alter a type or a schema, and no code that a statement
 * calls may alter anything. A restore does none of that with the rights of owners, but their code could: a type that a superuser's
 * definition names in a schema of theirs would then be another one, which runs their code on reading a constant. Only
 * sessions of `logins` may define or alter anything, and only with the passwords of now: code may make other roles members of the login
 * with which it runs, or give that login another password, with which its author signs in. `name` becomes the name of a schema and of
 * an event trigger.
 */
export async function installRestoreGuard(
  client: pg.ClientBase,
  name: string,
  logins: string[],
): Promise<void> {
  const guard = ident(name);
  await client.query(`CREATE SCHEMA ${guard}`);
  await client.query(`GRANT USAGE ON SCHEMA ${guard} TO PUBLIC`);
  await client.query(`CREATE TABLE ${guard}.logins (oid oid, rolpassword text)`);
  await client.query(
    `INSERT INTO ${guard}.logins SELECT oid, rolpassword FROM pg_authid WHERE rolname = ANY($1)`,
    [logins],
  );
  await client.query(
    `CREATE FUNCTION ${guard}.is_ours() RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
     SELECT EXISTS (SELECT FROM ${guard}.logins l JOIN pg_authid a USING (oid, rolpassword) WHERE a.rolname = session_user) $$`,
  );
  await client.query(
    // The context has one line for each function and statement that leads here; the first is that of this function.
    `CREATE FUNCTION ${guard}.refuse() RETURNS event_trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
     DECLARE context text;
     BEGIN
       IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
         RETURN;
       END IF;
       IF NOT ${guard}.is_ours() THEN
         RAISE EXCEPTION 'a session that does not restore this database calls % as "%"', tg_tag, current_user;
       END IF;
       GET DIAGNOSTICS context = PG_CONTEXT;
       IF tg_tag LIKE 'DROP %' OR tg_tag IN ('ALTER TYPE', 'ALTER SCHEMA') OR tg_tag LIKE 'ALTER %' AND context LIKE E'%\\n%' THEN
         RAISE EXCEPTION 'code of "%" calls % while its database is restored', current_user, tg_tag;
       END IF;
     END $$`,
  );
  await client.query(`CREATE EVENT TRIGGER ${guard} ON ddl_command_start EXECUTE FUNCTION ${guard}.refuse()`);
}

export async function removeRestoreGuard(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`DROP EVENT TRIGGER ${ident(name)}`);
  await client.query(`DROP SCHEMA ${ident(name)} CASCADE`);
}
