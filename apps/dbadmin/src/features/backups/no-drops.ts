import { ident } from '@cairn/db';
import type pg from 'pg';

/**
 * Until `allowDrops`, only superusers drop anything in the database, or alters a type or a schema. A restore does none of that with
 * the rights of owners, but their code could: what a superuser's definition names in a schema of theirs would be something else
 * by then, such as a type that runs their code on reading a constant. `name` is that of a schema of our own.
 */
export async function forbidDrops(client: pg.ClientBase, name: string): Promise<void> {
  const guard = ident(name);
  await client.query(`CREATE SCHEMA ${guard}`);
  await client.query(
    `CREATE FUNCTION ${guard}.refuse() RETURNS event_trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$ BEGIN
       IF (tg_tag LIKE 'DROP %' OR tg_tag IN ('ALTER TYPE', 'ALTER SCHEMA'))
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
