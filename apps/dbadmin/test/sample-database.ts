import type { TestServer } from '@cairn/testing';

/** Creates a database with what dumps have trouble with: keys, a view, a sequence, an owner, and grants. */
export async function createShop(server: TestServer, name: string): Promise<void> {
  await server.query('postgres', `CREATE DATABASE ${name}`);
  for (const statement of [
    'CREATE SCHEMA stock',
    'CREATE TABLE stock.items (id serial PRIMARY KEY, name text NOT NULL, price numeric(10,2), made timestamptz, tags text[])',
    `INSERT INTO stock.items (name, price, made, tags)
       SELECT 'item ' || i, i / 7.0, '2026-01-01'::timestamptz + i * interval '1 minute', ARRAY['a' || i, NULL, E'tab\\t"quote"']
         FROM generate_series(1, 10000) i`,
    'CREATE TABLE orders (id int PRIMARY KEY, item int REFERENCES stock.items)',
    'INSERT INTO orders SELECT i, i FROM generate_series(1, 1000) i',
    'CREATE VIEW cheap AS SELECT * FROM stock.items WHERE price < 10',
    'CREATE INDEX ON stock.items (name)',
    `DO $$ BEGIN CREATE ROLE shopkeeper; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    'ALTER TABLE orders OWNER TO shopkeeper',
    'GRANT SELECT ON cheap TO shopkeeper',
    `ALTER DATABASE ${name} SET work_mem TO '9MB'`,
    `REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`,
    `COMMENT ON DATABASE ${name} IS 'The shop'`,
    `ALTER DATABASE ${name} OWNER TO shopkeeper`,
  ])
    await server.query(name, statement);
}

/** Everything in it, row by row, with owners and rights. */
export async function contentsOf(server: TestServer, name: string) {
  const [items, orders, cheap, objects, database] = await Promise.all([
    server.query(name, 'SELECT * FROM stock.items ORDER BY id'),
    server.query(name, 'SELECT * FROM orders ORDER BY id'),
    server.query(name, 'SELECT count(*) FROM cheap'),
    server.query(
      name,
      `SELECT n.nspname, c.relname, c.relkind, pg_get_userbyid(c.relowner) AS owner, c.relacl::text
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('public', 'stock') ORDER BY 1, 2`,
    ),
    server.query(
      name,
      `SELECT pg_get_userbyid(datdba) AS owner, (SELECT array_agg(a::text ORDER BY a::text) FROM unnest(datacl) a) AS acl, shobj_description(d.oid, 'pg_database') AS comment,
              (SELECT setconfig::text FROM pg_db_role_setting WHERE setdatabase = d.oid) AS settings
         FROM pg_database d WHERE datname = current_database()`,
    ),
  ]);
  return { items, orders, cheap, objects, database };
}
