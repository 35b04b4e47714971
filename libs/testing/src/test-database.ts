import { randomBytes } from 'node:crypto';
import { databaseUrl, provision, withAdmin } from '@cairn/topology/provision';
import { topology } from '@cairn/topology';

/** Every role of a test cluster has this password; test clusters listen on loopback and live for minutes. */
const testPassword = 'cairn-test';
/** A database that already holds PostGIS; copying it takes a tenth of the time of creating the extension. */
const template = 'cairn_test_template';

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
 * provisions; no migration has run yet.
 *
 * @throws when CAIRN_TEST_POSTGRES_URL is not set: run the tests through Nx or `node tools/with-stack.ts`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = requiredAddress('CAIRN_TEST_POSTGRES_URL');
  const passwords = Object.fromEntries(topology.map(({ schema }) => [schema, testPassword]));
  const name = `test_${Date.now().toString(36)}_${randomBytes(5).toString('hex')}`;
  await ensureTemplate(clusterUrl);
  await provision({ adminUrl: clusterUrl, database: name, passwords, template });
  const adminUrl = databaseUrl(clusterUrl, name);
  return {
    name,
    adminUrl,
    url: (role) => (role ? databaseUrl(clusterUrl, name, { role, password: testPassword }) : adminUrl),
    drop: () =>
      withAdmin(
        clusterUrl,
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

/** An address out of the environment, or a sentence on how to get one. */
export function requiredAddress(variable: string): string {
  const address = process.env[variable];
  if (!address) {
    throw new Error(
      `${variable} is not set. Run tests with "npx nx test <project>" or "node tools/with-stack.ts -- <command>".`,
    );
  }
  return address;
}

async function ensureTemplate(clusterUrl: string): Promise<void> {
  await withAdmin(clusterUrl, async (client) => {
    // Test files start at the same moment in several processes: one builds, the others wait here.
    await client.query(`SELECT pg_advisory_lock(hashtext('${template}'))`);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount) return;
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
    await withAdmin(databaseUrl(clusterUrl, unfinished), (inner) => inner.query('CREATE EXTENSION postgis'));
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  });
}
