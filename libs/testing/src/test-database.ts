import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { copyProvisioned, databaseUrl, provision, withAdmin } from '@cairn/topology/provision';
import { topology } from '@cairn/topology';
import { requiredAddress } from './required-address.ts';
import { ensureMade } from './template-database.ts';

/** Every role of a test cluster has this password; test clusters listen on loopback and live for minutes. */
const testPassword = 'cairn-test';
const passwords = Object.fromEntries(topology.map(({ schema }) => [schema, testPassword]));

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
  await withAdmin(clusterUrl, async (client) =>
    copyProvisioned(client, await ensureTemplate(client, clusterUrl, options), name),
  );
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
  client: pg.Client,
  clusterUrl: string,
  { migrations = [], migrate }: TestDatabaseOptions,
): Promise<string> {
  const provisioned = `cairn_test_${fingerprint(Object.keys(passwords))}`;
  await ensureMade(client, provisioned, (database) =>
    provision({ adminUrl: clusterUrl, database, passwords }),
  );
  if (!migrate || migrations.length === 0) return provisioned;
  const migrated = `${provisioned}_${fingerprint(await contents(migrations))}`;
  await ensureMade(client, migrated, async (unfinished) => {
    await copyProvisioned(client, provisioned, unfinished);
    for (const each of migrations) await migrate(urlOf(clusterUrl, unfinished, each.schema), each);
  });
  return migrated;
}

async function contents(migrations: { schema: string; folder: string }[]): Promise<(string | Buffer)[]> {
  const found: (string | Buffer)[] = [];
  for (const { schema, folder } of migrations) {
    const files = (await readdir(folder)).toSorted();
    const texts = files.map(async (file) => [file, await readFile(join(folder, file))] as const);
    found.push(schema, ...(await Promise.all(texts)).flat());
  }
  return found;
}

/** Another one for each other content: a cluster may outlive the code. */
function fingerprint(content: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const each of content) hash.update(each).update('\0');
  return hash.digest('hex').slice(0, 16);
}
