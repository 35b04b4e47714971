import pg from 'pg';
import { ANONYMOUS } from '@cairn/service';
import { createSampleDatabase } from '@cairn/testing';
import type { Person, SampleDatabase } from '@cairn/testing';
import { startTestReportServer } from './test-app.ts';

/** Small tables whose numbers can be worked out by hand, beside the layers of the sample database. */
const TABLES = `
  CREATE SCHEMA shop;
  CREATE TYPE shop.size AS ENUM ('small', 'large');
  CREATE TABLE shop.sales (
    id integer PRIMARY KEY, city text, region text, amount numeric(12,2), price double precision, pieces integer,
    size shop.size, sold_on date, sold_at timestamptz, big bigint, tags text[], facts jsonb, paid boolean, code uuid
  );
  INSERT INTO shop.sales VALUES
    (1, 'Berlin', 'north', 0.1, 1.5, 1, 'small', '2024-01-31', '2024-04-16 06:00Z', 9007199254740993, '{a,"b,c"}', '{"n": 1}', true,
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8'),
    (2, 'Köln', 'north', 0.1, 2.5, 2, 'large', '2024-02-29', '2024-04-16 06:00:00.123456Z', 1, NULL, NULL, false, NULL),
    (3, 'x', 'south', 0.1, 'NaN', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (4, NULL, 'south', NULL, 'Infinity', 4, 'small', '2024-12-31', '2024-04-15 23:30Z', NULL, NULL, NULL, true, NULL),
    (5, '50%_\\', 'north', 0.1, -1, 5, 'small', '2023-12-31', '2024-03-31 00:30Z', NULL, NULL, NULL, true, NULL);
  CREATE TABLE shop.tenths AS SELECT 0.1::numeric AS value, i AS n FROM generate_series(1, 10) AS i;
  CREATE TABLE shop.precise (id integer PRIMARY KEY, value numeric);
  INSERT INTO shop.precise VALUES (1, 12345678901234567890.12), (2, 'NaN'), (3, 1.50);
  CREATE TABLE shop."Odd ""name" (id integer PRIMARY KEY, "a""b" text, "select" text);
  INSERT INTO shop."Odd ""name" VALUES (1, 'one', 'two');
  CREATE TABLE shop.places (id integer PRIMARY KEY, name text, geom public.geometry(Point, 4326));
  INSERT INTO shop.places VALUES
    (1, 'Berlin', public.ST_Point(13.405, 52.52, 4326)), (2, 'Paris', public.ST_Point(2.3522, 48.8566, 4326)),
    (3, 'Fiji', public.ST_Point(179.9, -17, 4326)), (4, 'Samoa', public.ST_Point(-179.9, -17, 4326));
  CREATE INDEX ON shop.places USING gist (geom);
  CREATE TABLE shop.places_utm AS SELECT id, name, public.ST_Transform(geom, 32633)::public.geometry(Point, 32633) AS geom
    FROM shop.places WHERE id = 1;
  CREATE TABLE shop.nowhere (id integer PRIMARY KEY, geom public.geometry);
  INSERT INTO shop.nowhere VALUES (1, public.ST_Point(1, 2));
  CREATE TABLE shop.secret (id integer PRIMARY KEY, pin text);
  CREATE VIEW shop.slow AS SELECT id, pg_sleep(60)::text AS slept FROM shop.sales;
  CREATE TABLE shop.mine (id integer PRIMARY KEY, owner_id text);
  ALTER TABLE shop.mine ENABLE ROW LEVEL SECURITY;
  CREATE POLICY mine ON shop.mine USING (owner_id = current_setting('cairn.user_id', true));
  ANALYZE;`;

export interface ExplorerApp extends Awaited<ReturnType<typeof startTestReportServer>> {
  sample: SampleDatabase;
  /** A superuser's connection to the explored database. */
  source: pg.Pool;
  admin: Awaited<ReturnType<typeof startTestReportServer>>['admin'];
  /** An administrator of the platform, and a user who may view the datasource `sample`. */
  root: Person;
  ada: Person;
  /** A user who may view the service, and no datasource. */
  eve: Person;
  /** Has the next request read the catalogue of `sample` again. */
  forgetCatalogue(): Promise<void>;
  query(person: Person | null, body: object): Promise<{ status: number; body: any; headers: Headers }>;
}

type StartOptions = NonNullable<Parameters<typeof startTestReportServer>[0]>;

/** The report server with the datasource `sample`. */
export async function startExplorer(options: StartOptions = {}): Promise<ExplorerApp> {
  const [app, sample] = await Promise.all([startTestReportServer(options), createSampleDatabase()]);
  const source = new pg.Pool({ connectionString: sample.adminUrl, max: 2 });
  source.on('error', () => undefined);
  await source.query(TABLES);
  await source.query(`GRANT USAGE ON SCHEMA shop TO ${sample.readerUser}`);
  await source.query(`GRANT SELECT ON ALL TABLES IN SCHEMA shop TO ${sample.readerUser}`);
  await source.query(`REVOKE ALL ON shop.secret FROM ${sample.readerUser}`);
  const [root, ada, eve] = [
    await app.signUp({ username: 'root', isAdmin: true }),
    await app.signUp({ username: 'ada', service: 'view' }),
    await app.signUp({ username: 'eve', service: 'view' }),
  ];
  const created = await app.ask(root, {
    path: '/api/v1/datasources',
    method: 'POST',
    json: { key: 'sample', title: 'Sample data', ...loginOf(sample) },
  });
  if (created.status !== 201)
    throw new Error(`The datasource was not created: ${JSON.stringify(created.body)}`);
  await app.grant({ to: ada, on: 'sample', permission: 'view', resourceType: 'datasource' });
  return {
    ...app,
    ...{ sample, source, root, ada, eve },
    async forgetCatalogue() {
      const { datasources, catalogues } = app.context;
      catalogues.forget(await datasources.requireReadable({ ...ANONYMOUS, isAdmin: true }, 'sample'));
    },
    query: (person, body) => app.ask(person, { path: '/api/v1/explorer/query', method: 'POST', json: body }),
    async close() {
      await app.close();
      await source.end();
      await sample.drop();
    },
  };
}

export function loginOf({ host, port, database, readerUser, readerPassword }: SampleDatabase) {
  const login = { username: readerUser, password: readerPassword };
  return { host, port, database, ...login, sslmode: 'disable' };
}

export const sales = { datasource: 'sample', schema: 'shop', table: 'sales' };
export const places = { datasource: 'sample', schema: 'shop', table: 'places' };
