import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseUrl, withAdmin } from '@cairn/topology/provision';
import {
  grantSampleReader,
  loadSampleLayers,
  sampleDataFolder,
  sampleLayers,
} from '@cairn/topology/sample-database';
import { requiredAddress } from './required-address.ts';
import { ensureMade } from './template-database.ts';

export interface SampleDatabase {
  host: string;
  port: number;
  database: string;
  /** A login role that may only read, as `npm start` makes it; it belongs to this database alone. */
  readerUser: string;
  readerPassword: string;
  /** Superuser address of the database. */
  adminUrl: string;
  /** Ends all sessions on the database and removes it and its reader. */
  drop(): Promise<void>;
}

/**
 * A database of its own for one test file with the layers of `cairn_sample`: `public.countries`, `populated_places`, `rivers` and
 * `states`, each with `fid` and `geom` in EPSG:4326. It is outside the platform's database, as a customer's would be. The layers
 * are loaded once in a cluster and copied from then on.
 */
export async function createSampleDatabase(): Promise<SampleDatabase> {
  const clusterUrl = requiredAddress('CAIRN_TEST_POSTGRES_URL');
  const template = `cairn_test_sample_${await fingerprint()}`;
  const database = `sample_${Date.now().toString(36)}_${randomBytes(5).toString('hex')}`;
  const readerUser = `${database}_reader`;
  const readerPassword = randomBytes(12).toString('base64url');
  const adminUrl = databaseUrl(clusterUrl, database);
  await withAdmin(clusterUrl, async (client) => {
    await ensureMade(client, template, async (unfinished) => {
      await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
      await loadSampleLayers(databaseUrl(clusterUrl, unfinished));
    });
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`);
  });
  await grantSampleReader(adminUrl, { role: readerUser, password: readerPassword });
  const { hostname, port } = new URL(clusterUrl);
  return {
    ...{ host: hostname, port: Number(port || 5432), database, readerUser, readerPassword, adminUrl },
    drop: () =>
      withAdmin(clusterUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
        await client.query(`DROP ROLE IF EXISTS ${readerUser}`);
      }),
  };
}

/** Another one for each other content of the files: a cluster may outlive them. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const { file, ...layer } of sampleLayers)
    hash.update(JSON.stringify(layer)).update(await readFile(join(sampleDataFolder, file)));
  return hash.digest('hex').slice(0, 16);
}
