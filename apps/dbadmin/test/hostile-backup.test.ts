import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { ATTACKS_ON_MAPS, attackIn, openHostileDatabase } from './hostile-database.ts';

const { app, server, admin, isSuperuser, post, close } = await openHostileDatabase();

afterAll(close);
beforeEach(() => server.query('postgres', 'ALTER ROLE mallory NOSUPERUSER'));

/** What is evaluated for rows, for definitions, for indexes and for materialized views. */
const ATTACKS_ON_RESTORE = `
  CREATE SCHEMA evil;
  ${attackIn('evil')};
  CREATE TABLE evil.checked (id int PRIMARY KEY, CHECK (evil.attack(id)));
  INSERT INTO evil.checked VALUES (1), (2);
  CREATE TABLE evil.computed (id int REFERENCES evil.checked, b boolean GENERATED ALWAYS AS (evil.attack(id)) STORED);
  INSERT INTO evil.computed VALUES (1);
  CREATE INDEX ON evil.computed (evil.attack(id));
  CREATE DOMAIN evil.trap AS int CHECK (evil.attack(VALUE));
  CREATE VIEW evil.literal AS SELECT '{1}'::evil.trap[] AS traps;
  CREATE TABLE evil.defaults (traps evil.trap[] DEFAULT '{1}'::evil.trap[]);
  CREATE MATERIALIZED VIEW evil.kept AS SELECT evil.attack(1) AS b;
  CREATE TABLE evil.parts (id int) PARTITION BY RANGE (((id + CASE WHEN evil.attack(1) THEN 0 ELSE 1 END)));
  CREATE TABLE evil.part PARTITION OF evil.parts FOR VALUES FROM (0) TO (10);
  INSERT INTO evil.parts VALUES (1)`;

/** Two owners, and a superuser who uses what one of them has written. */
const SHARED = `
  CREATE ROLE alice; CREATE SCHEMA shared AUTHORIZATION alice; GRANT USAGE ON SCHEMA shared TO mallory;
  CREATE TABLE shared.towns (id int PRIMARY KEY, name text); INSERT INTO shared.towns VALUES (1, 'Bern');
  ALTER TABLE shared.towns OWNER TO alice; GRANT REFERENCES, SELECT ON shared.towns TO mallory WITH GRANT OPTION;
  COMMENT ON TABLE shared.towns IS 'Towns';
  CREATE TABLE shared.streets (id serial PRIMARY KEY, town int REFERENCES shared.towns); ALTER TABLE shared.streets OWNER TO mallory;
  INSERT INTO shared.streets (town) SELECT 1 FROM generate_series(1, 100);
  CREATE VIEW shared.names AS SELECT name FROM shared.towns; ALTER VIEW shared.names OWNER TO alice;
  GRANT SELECT ON shared.names TO PUBLIC; ALTER DEFAULT PRIVILEGES FOR ROLE alice IN SCHEMA shared GRANT SELECT ON TABLES TO mallory;
  CREATE FUNCTION shared.noted() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$;
  ALTER FUNCTION shared.noted() OWNER TO alice; REVOKE EXECUTE ON FUNCTION shared.noted() FROM PUBLIC;
  CREATE TRIGGER noted BEFORE INSERT ON shared.streets FOR EACH ROW EXECUTE FUNCTION shared.noted();
  CREATE TABLE public.trusting (id int CHECK (evil.attack(id))); INSERT INTO public.trusting VALUES (1);
  CREATE EXTENSION pgcrypto; COMMENT ON EXTENSION pgcrypto IS 'Ciphers';
  CREATE FUNCTION shared.fired() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN END$$;
  CREATE EVENT TRIGGER fired ON ddl_command_end EXECUTE FUNCTION shared.fired();
  SELECT lo_from_bytea(4711, 'large');
  ALTER LARGE OBJECT 4711 OWNER TO alice`;

/** Owners and privileges of everything, and how many rows there are. */
const EVERYTHING = `
  SELECT 'class' AS what, c.oid::regclass::text AS name, pg_get_userbyid(c.relowner) AS owner,
      coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))::text AS rights
    FROM pg_class c WHERE c.oid >= 16384 AND c.relnamespace::regnamespace::text !~ '^pg_'
  UNION ALL SELECT 'schema', nspname, pg_get_userbyid(nspowner), nspacl::text FROM pg_namespace WHERE nspname !~ '^pg_'
  UNION ALL SELECT 'function', oid::regprocedure::text, pg_get_userbyid(proowner), proacl::text FROM pg_proc WHERE oid >= 16384
  UNION ALL SELECT 'type', oid::regtype::text, pg_get_userbyid(typowner), typacl::text FROM pg_type WHERE oid >= 16384
  UNION ALL SELECT 'extension', extname, pg_get_userbyid(extowner), obj_description(oid, 'pg_extension') FROM pg_extension
  UNION ALL SELECT 'event trigger', evtname, pg_get_userbyid(evtowner), '' FROM pg_event_trigger
  UNION ALL SELECT 'large object', convert_from(lo_get(oid), 'UTF8'), pg_get_userbyid(lomowner), lomacl::text FROM pg_largeobject_metadata
  UNION ALL SELECT 'defaults', defaclnamespace::regnamespace::text, pg_get_userbyid(defaclrole), defaclacl::text FROM pg_default_acl
  UNION ALL SELECT 'trigger', tgname, tgrelid::regclass::text, '' FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'constraint', conname, conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid >= 16384
  UNION ALL SELECT 'rows', 'checked', count(*)::text, '' FROM evil.checked
  UNION ALL SELECT 'rows', 'parts', count(*)::text, '' FROM evil.parts
  UNION ALL SELECT 'rows', 'streets', count(*)::text, max(id)::text FROM shared.streets
  UNION ALL SELECT 'rows', 'trusting', count(*)::text, '' FROM trusting
  UNION ALL SELECT 'next', 'streets', last_value::text, '' FROM shared.streets_id_seq
  ORDER BY 1, 2, 3, 4`;

describe('the code in a backup', () => {
  let artifact: string;
  let before: unknown[];

  async function succeeded(asked: { status: number; body: any }) {
    expect(asked.status).toBe(202);
    const job = await app.ended(admin, asked.body.job_id);
    expect(job).toMatchObject({ status: 'succeeded' });
    return job.result;
  }

  /** The database is as it was, no temporary role is left, and mallory is no superuser. */
  async function expectWhole(name: string) {
    expect(await isSuperuser()).toBe(false);
    expect(await server.query(name, EVERYTHING)).toEqual(before);
    expect(
      await server.query('postgres', `SELECT rolname FROM pg_roles WHERE rolname LIKE 'cairn%'`),
    ).toEqual([]);
    const [may] = await server.query(
      'postgres',
      `SELECT has_database_privilege('alice', $1, 'CONNECT') AS may`,
      [name],
    );
    expect(may).toEqual({ may: true });
  }

  beforeAll(async () => {
    await server.query('gis', `SET ROLE mallory; ${ATTACKS_ON_MAPS}; ${ATTACKS_ON_RESTORE}`);
    await server.query('gis', SHARED);
    before = await server.query('gis', EVERYTHING);
    artifact = (await succeeded(await post('backup', {}))).artifact;
  });

  test('runs only with the rights of its owner when it is restored into a new database', async () => {
    await succeeded(await post('restore', { artifact, mode: 'new', new_database_name: 'gis_new' }));
    await expectWhole('gis_new');
  });

  test('runs only with the rights of its owner when it is copied while sessions are open', async () => {
    const client = new pg.Client({ connectionString: server.url('gis') });
    await client.connect();
    try {
      expect(await succeeded(await post('clone', { name: 'gis_beside' }))).toMatchObject({ method: 'dump' });
    } finally {
      await client.end();
    }
    await expectWhole('gis_beside');
  });

  test('runs only with the rights of its owner when it is restored into the same database', async () => {
    await succeeded(await post('restore', { artifact, mode: 'existing' }));
    await expectWhole('gis');
  });
});
