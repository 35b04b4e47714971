import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseUrl, withAdmin } from './provision.ts';
import { repositoryRoot } from './topology.ts';

const run = promisify(execFile);

/** The database with sample layers beside the platform's own, and the login role that may only read it. */
export const sampleDatabaseName = 'cairn_sample';
export const sampleReaderRole = 'cairn_sample_reader';

/** Folder of the files of which the layers are made. */
export const sampleDataFolder = join(repositoryRoot, 'tools/sample-data');

/** The tables of the sample database; each has the primary key `fid` and the column `geom` in EPSG:4326. */
export const sampleLayers = [
  {
    table: 'countries',
    file: 'countries.gpkg',
    geometry: 'MULTIPOLYGON',
    comment: 'Countries of the world, Natural Earth 1:50 million',
    columns: { gdp_md_usd: 'Gross domestic product in million US dollars' },
  },
  {
    table: 'populated_places',
    file: 'populated-places.geojson',
    geometry: 'POINT',
    comment: 'Large cities and all capitals, Natural Earth 1:110 million',
    columns: { scale_rank: 'Importance on maps: 0 is shown first' },
  },
  {
    table: 'rivers',
    file: 'rivers.zip',
    geometry: 'MULTILINESTRING',
    comment: 'Rivers and lake centre lines, Natural Earth 1:50 million',
    columns: { length_km: 'Length in kilometres' },
  },
  {
    table: 'states',
    file: 'states.zip',
    geometry: 'MULTIPOLYGON',
    comment:
      'States and provinces of Australia, Brazil, Canada and the United States, Natural Earth 1:50 million',
    columns: { area_sqkm: 'Area in square kilometres' },
  },
];

/**
 * Makes sure that the sample database is there with its layers and its reader. Safe to repeat: a database that is there stays
 * as it is, and the password is set again. Needs ogr2ogr.
 *
 * @param adminUrl superuser address of any database of the cluster
 */
export async function provisionSampleDatabase({
  adminUrl,
  password,
  database = sampleDatabaseName,
  role = sampleReaderRole,
}: {
  adminUrl: string;
  /** Password of the reader. */
  password: string;
  database?: string;
  role?: string;
}): Promise<void> {
  const unfinished = `${database}_unfinished`;
  await withAdmin(adminUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('${database}'))`);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (!found.rowCount) {
      await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
      await loadSampleLayers(databaseUrl(adminUrl, unfinished));
      await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${database}`);
    }
    await grantSampleReader(databaseUrl(adminUrl, database), { role, password });
  });
}

/** Loads the layers into the schema `public` of a database without them. */
export async function loadSampleLayers(url: string): Promise<void> {
  await withAdmin(url, (client) => client.query('CREATE EXTENSION IF NOT EXISTS postgis'));
  for (const layer of sampleLayers) await loadLayer(url, layer);
  await withAdmin(url, async (client) => {
    for (const { table, comment, columns } of sampleLayers) {
      await client.query(`COMMENT ON TABLE ${table} IS ${client.escapeLiteral(comment)}`);
      for (const [column, text] of Object.entries(columns))
        await client.query(`COMMENT ON COLUMN ${table}.${column} IS ${client.escapeLiteral(text)}`);
    }
    await client.query('ANALYZE');
  });
}

async function loadLayer(
  url: string,
  { table, file, geometry }: (typeof sampleLayers)[number],
): Promise<void> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const path = join(sampleDataFolder, file);
  const source = file.endsWith('.zip') ? `/vsizip/${path}` : path;
  const options = ['-nln', `public.${table}`, '-nlt', geometry, '-t_srs', 'EPSG:4326'];
  const creation = ['GEOMETRY_NAME=geom', 'FID=fid', 'PRECISION=NO'].flatMap((option) => ['-lco', option]);
  // The password would be readable in the list of processes.
  const env = {
    PATH: process.env.PATH,
    PGHOST: hostname,
    PGPORT: port,
    PGDATABASE: pathname.slice(1),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PG_USE_COPY: 'YES',
  };
  await run('ogr2ogr', ['-q', '-f', 'PostgreSQL', 'PG:', source, ...options, ...creation], { env });
}

/**
 * Lets a login role read the sample layers of a database, and nothing else. Creates the role if it is missing.
 *
 * @param url superuser address of the database with the layers
 */
export async function grantSampleReader(
  url: string,
  { role, password }: { role: string; password: string },
): Promise<void> {
  await withAdmin(url, async (client) => {
    const name = client.escapeIdentifier(role);
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    if (!rowCount) await client.query(`CREATE ROLE ${name}`);
    await client.query(
      `ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${client.escapeLiteral(password)}`,
    );
    await client.query(`ALTER ROLE ${name} SET default_transaction_read_only = on`);
    const database = client.escapeIdentifier(new URL(url).pathname.slice(1));
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${name}`);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
    await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`);
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${name}`);
  });
}
