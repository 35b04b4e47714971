import { ident } from '@cairn/db';
import type pg from 'pg';

/**
 * Until `allowDrops`, only superusers may drop anything in the database or alter a type or a schema, and no code that a statement
 * calls may alter anything. A restore does none of that with the rights of owners, but their code could: a type that a superuser's
 * definition names in a schema of theirs would then be another one, which runs their code on reading a constant. `name` becomes the
 * name of a schema and of an event trigger.
 */
export async function forbidDrops(client: pg.ClientBase, name: string): Promise<void> {
  const guard = ident(name);
  await client.query(`CREATE SCHEMA ${guard}`);
  await client.query(
    // The context has one line for each function and statement that leads here; the first is that of this function.
    `CREATE FUNCTION ${guard}.refuse() RETURNS event_trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
     DECLARE context text;
     BEGIN
       GET DIAGNOSTICS context = PG_CONTEXT;
       IF (tg_tag LIKE 'DROP %' OR tg_tag IN ('ALTER TYPE', 'ALTER SCHEMA') OR tg_tag LIKE 'ALTER %' AND context LIKE E'%\\n%')
         AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
         RAISE EXCEPTION 'code of "%" calls % while its database is restored', current_user, tg_tag;
       END IF;
     END $$`,
  );
  await client.query(`CREATE EVENT TRIGGER ${guard} ON ddl_command_start EXECUTE FUNCTION ${guard}.refuse()`);
}

export async function allowDrops(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`DROP EVENT TRIGGER ${ident(name)}`);
  await client.query(`DROP SCHEMA ${ident(name)} CASCADE`);
}
