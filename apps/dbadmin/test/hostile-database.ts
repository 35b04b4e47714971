import { startOnTestServer } from './test-app.ts';

/** Returns what the replaced function would, and makes mallory a superuser when a superuser runs it. */
export const TRAP = (returns: string) => `
  BEGIN
    IF current_setting('is_superuser') = 'on' THEN EXECUTE 'ALTER ROLE mallory SUPERUSER'; END IF;
    RETURN ${returns};
  END`;

/** Each fits queries of the catalog better than the server's own function, wherever its schema is searched. */
const TRAPS = `
  CREATE FUNCTION public.starts_with(name, text) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('false')}$$;
  CREATE FUNCTION public.unlike(name, name) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('true')}$$;
  CREATE OPERATOR public.!~ (LEFTARG = name, RIGHTARG = name, FUNCTION = public.unlike);
  CREATE FUNCTION public.same(varchar, varchar) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('$1::text = $2::text')}$$;
  CREATE OPERATOR public.= (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = public.same);
  CREATE FUNCTION public.obj_description(oid, text) RETURNS text LANGUAGE plpgsql AS $$${TRAP('NULL')}$$;
  CREATE FUNCTION public.shobj_description(oid, text) RETURNS text LANGUAGE plpgsql AS $$${TRAP('NULL')}$$;
  CREATE FUNCTION public.has_database_privilege(oid, varchar) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('true')}$$;
  CREATE FUNCTION public.pg_xact_status(text) RETURNS text LANGUAGE plpgsql AS $$${TRAP('NULL')}$$`;

/** Beside PostGIS, in its schema. */
const TRAPS_BESIDE_POSTGIS = `
  CREATE FUNCTION public.ST_XMin(geometry) RETURNS float8 LANGUAGE plpgsql AS $$${TRAP('0')}$$;
  CREATE FUNCTION public.ST_SetSRID(geometry, text) RETURNS geometry LANGUAGE plpgsql AS $$${TRAP('public.ST_SetSRID($1, $2::int)')}$$`;

/** Takes back every right that the session signed in with, and makes mallory a superuser if that is one. */
const ATTACK = `
  DECLARE acting text := current_user;
  BEGIN
    EXECUTE 'RESET ROLE';
    EXECUTE 'RESET SESSION AUTHORIZATION';
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
      EXECUTE 'ALTER ROLE mallory SUPERUSER';
    END IF;
    IF acting <> current_user THEN EXECUTE format('SET ROLE %I', acting); END IF;
    RETURN true;
  EXCEPTION WHEN insufficient_privilege OR active_sql_transaction THEN RETURN true;
  END`;

/** A function that says it is immutable, and so may be called wherever an expression is. */
export const attackIn = (schema: string) => `
  CREATE FUNCTION ${schema}.strike() RETURNS boolean LANGUAGE plpgsql AS $$${ATTACK}$$;
  CREATE FUNCTION ${schema}.attack(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT ${schema}.strike()'`;

/** Types and functions called as PostGIS calls its own, and tables for which the planner itself calls a function. */
export const ATTACKS_ON_MAPS = `
  CREATE SCHEMA maps;
  CREATE TYPE maps.geometry AS (x int);
  CREATE FUNCTION maps.srid(maps.geometry) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 4326';
  CREATE TABLE maps.faked (g maps.geometry, CHECK (maps.srid(g) = 4326));
  INSERT INTO maps.faked VALUES (ROW(1)::maps.geometry);
  CREATE FUNCTION public.st_extent(maps.geometry) RETURNS public.geometry LANGUAGE plpgsql AS $$${TRAP('public.ST_MakeEnvelope(1, 2, 3, 4, 4326)')}$$;
  ${attackIn('maps')};
  CREATE TABLE maps.planned (g public.geometry(Point, 4326));
  INSERT INTO maps.planned VALUES ('SRID=4326;POINT(7 47)'), ('SRID=4326;POINT EMPTY'), (NULL), ('SRID=4326;POINT(8 46)');
  CREATE INDEX ON maps.planned (g) WHERE maps.attack(1);
  CREATE TABLE maps.parts (id int, g public.geometry(Point, 4326)) PARTITION BY RANGE (id);
  CREATE TABLE maps.part PARTITION OF maps.parts FOR VALUES FROM (0) TO (10);
  INSERT INTO maps.parts VALUES (1, 'SRID=4326;POINT(9 45)')`;

/** A server on which mallory, who owns the database `gis`, has put traps for superusers. */
export async function openHostileDatabase() {
  const it = await startOnTestServer();
  const { app, server, admin, connection } = it;
  await server.query('postgres', `CREATE ROLE mallory LOGIN PASSWORD 'm'`);
  await server.query('postgres', 'CREATE DATABASE gis OWNER mallory');
  await server.query(
    'gis',
    `CREATE EXTENSION postgis; CREATE TABLE roads (id int, geom geometry(Point, 25832));
     INSERT INTO roads VALUES (1, ST_SetSRID(ST_Point(500000, 5500000), 25832))`,
  );
  // As every server before PostgreSQL 15 lets everybody.
  await server.query('postgres', 'GRANT CREATE ON SCHEMA public TO PUBLIC');
  for (const name of ['postgres', 'gis']) await server.query(name, `SET ROLE mallory; ${TRAPS}`);
  await server.query('gis', `SET ROLE mallory; ${TRAPS_BESIDE_POSTGIS}`);
  const path = `/api/connections/${connection}/databases`;
  const { body } = await app.ask(admin, { path, method: 'POST', json: { name: 'gis' } });
  return {
    ...it,
    database: body.id as number,
    /** Whether a trap has caught a superuser. */
    isSuperuser: async (): Promise<boolean> => {
      const role = `SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = 'mallory'`;
      return (await server.query('postgres', role))[0].rolsuper;
    },
    post: (rest: string, json: unknown) =>
      app.ask(admin, { path: `/api/databases/${body.id}/${rest}`, method: 'POST', json }),
  };
}
