import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseUrl, provision, withAdmin } from '@cairn/topology/provision';
import { topology } from '@cairn/topology';
import { requiredAddress } from './required-address.ts';
import { ensureMade } from './template-database.ts';

/** Every role of a test cluster has this password; test clusters listen on loopback and live for minutes. */
const testPassword = 'cairn-test';
const passwords = Object.fromEntries(topology.map(({ schema }) => [schema, testPassword]));
/** A database that already holds PostGIS; copying it takes a tenth of the time of creating the extension. */
const SPATIAL = 'cairn_test_template';

export interface TestDatabaseOptions {
  /** Schemas that are there from the start, and the folders of their migrations. They run once in a cluster. */
  migrations?: { schema: string; folder: string }[];
  /** Brings one of them up to date as its role. */
  migrate?(url: string, migrations: { schema: string; folder: string }): Promise<unknown>;
}

export interface TestDatabase {
  /** The database's name. */
  name: string;
  /** Address for a service's role, as `npm start` hands it out; without a role, the superuser's. */
  url(role?: string): string;
  /** Superuser address of the database. */
  adminUrl: string;
  /** Ends all sessions on the database and removes it. */
  drop(): Promise<void>;
}

/**
 * A fresh database for one test file, with PostGIS and with the roles, schemas and role group that `npm start`
 * provisions; no migration has run but those that are asked for.
 *
 * @throws when CAIRN_TEST_POSTGRES_URL is not set: run the tests through Nx or `node tools/with-stack.ts`.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const clusterUrl = requiredAddress('CAIRN_TEST_POSTGRES_URL');
  const name = `test_${Date.now().toString(36)}_${randomBytes(5).toString('hex')}`;
  const template = await ensureTemplate(clusterUrl, options);
  await provision({ adminUrl: clusterUrl, database: name, passwords, template });
  const adminUrl = databaseUrl(clusterUrl, name);
  return {
    name,
    adminUrl,
    url: (role) => (role ? urlOf(clusterUrl, name, role) : adminUrl),
    drop: () =>
      withAdmin(
        clusterUrl,
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

function urlOf(clusterUrl: string, database: string, role: string): string {
  return databaseUrl(clusterUrl, database, { role, password: testPassword });
}

/** The database to copy. */
async function ensureTemplate(
  clusterUrl: string,
  { migrations = [], migrate }: TestDatabaseOptions,
): Promise<string> {
  await ensureMade(clusterUrl, SPATIAL, async (client, unfinished) => {
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
    await withAdmin(databaseUrl(clusterUrl, unfinished), (inner) => inner.query('CREATE EXTENSION postgis'));
  });
  if (!migrate || migrations.length === 0) return SPATIAL;
  const migrated = `cairn_test_${await fingerprint(migrations)}`;
  await ensureMade(clusterUrl, migrated, async (_client, unfinished) => {
    await provision({ adminUrl: clusterUrl, database: unfinished, passwords, template: SPATIAL });
    for (const each of migrations) await migrate(urlOf(clusterUrl, unfinished, each.schema), each);
  });
  return migrated;
}

/** Another one for each other text of a migration: a cluster may outlive the code. */
async function fingerprint(migrations: { schema: string; folder: string }[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { schema, folder } of migrations) {
    hash.update(`${schema}\0`);
    for (const file of (await readdir(folder)).toSorted()) {
      hash.update(`${file}\0`).update(await readFile(join(folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
