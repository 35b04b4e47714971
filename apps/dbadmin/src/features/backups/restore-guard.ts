import { ident } from '@cairn/db';
import type pg from 'pg';

/**
 * Until `removeRestoreGuard`, only superusers may drop anything in the database or alter a type or a schema, and code that a statement
 * calls may not alter anything. A restore needs none of that with the rights of owners, but their code could replace a type in their
 * schema that a superuser's definition uses, by one that runs their code on reading a constant. Only sessions of `logins` may define or
 * alter anything, and only with their current passwords: code could add members to the login with which it runs, or change its password
 * for its author to sign in. `name` is used for a schema and an event trigger.
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
    // The context has a line for each function and statement on the call stack; the first is this function.
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
