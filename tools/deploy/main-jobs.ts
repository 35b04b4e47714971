import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn, type Api } from '../seed/api.ts';
import { repositoryRoot } from '../topology.ts';

const MINUTE = 60_000;

interface Job {
  kind: string;
  status: string;
  errors: string[];
}

/**
 * Does with a platform that has the sample data what each service is for, and throws at the first thing that fails: a dataset
 * comes back byte for byte, a new version is made by the vault's worker, a database is created, backed up and downloaded.
 * Prints one line for each.
 */
export async function doMainJobs(url: string, adminPassword: string): Promise<void> {
  const api = await signIn(url, 'admin', adminPassword);
  const { user } = await api.get<{ user: { username: string } }>('/api/me');
  console.log(`  portal: signed in as ${user.username}`);
  await deriveDataset(api);
  await backUpDatabase(api);
  await api.signOut();
}

async function deriveDataset(api: Api): Promise<void> {
  const { versions } = await api.get<{ versions: { id: number }[] }>('/vault/datasets/countries/versions');
  const bytes = await (await api.download(`/vault/versions/${versions[0]?.id}/download`)).bytes();
  const expected = readFileSync(join(repositoryRoot, 'tools/sample-data/countries.gpkg'));
  if (Buffer.compare(bytes, expected) !== 0)
    throw new Error(
      `countries came back with ${bytes.length} bytes, not the ${expected.length} of its file.`,
    );
  console.log(`  vault: uploaded and downloaded countries, ${bytes.length} bytes`);
  await api.send('POST', '/vault/datasets/countries/versions/1/derive', {
    operation: 'simplify',
    dataset_name: 'countries-simplified',
    simplify: { tolerance: 0.1 },
  });
  console.log('  vault worker: made countries-simplified');
}

async function backUpDatabase(api: Api): Promise<void> {
  const [server] = await api.get<{ id: number }[]>('/dbadmin/api/connections');
  const created = await api.send<{ job_id: string }>('POST', '/dbadmin/api/databases', {
    connection_id: server?.id,
    name: 'image_check',
    enable_spatialdb: true,
  });
  await finished(api, created.job_id);
  const databases = await api.get<{ id: number; name: string }[]>('/dbadmin/api/databases');
  const database = databases.find(({ name }) => name === 'image_check');
  const { job_id } = await api.send<{ job_id: string }>(
    'POST',
    `/dbadmin/api/databases/${database?.id}/backup`,
    {},
  );
  await finished(api, job_id);
  const path = `/dbadmin/api/databases/${database?.id}/backups`;
  const [backup] = await api.get<{ filename: string }[]>(path);
  const bytes = await (await api.download(`${path}/${backup?.filename}`)).bytes();
  if (Buffer.from(bytes.subarray(0, 5)).toString() !== 'PGDMP')
    throw new Error('The backup is no archive of pg_dump.');
  console.log(
    `  dbadmin and its worker: created a database, backed it up and downloaded ${bytes.length} bytes`,
  );
}

/** Waits until a job of the database administration has succeeded. */
async function finished(api: Api, id: string): Promise<void> {
  for (const deadline = Date.now() + 3 * MINUTE; Date.now() < deadline; await delay(500)) {
    const { status, kind, errors } = await api.get<Job>(`/dbadmin/api/jobs/${id}`);
    if (status === 'succeeded') return;
    if (status === 'failed' || status === 'cancelled')
      throw new Error(`${kind} ${status}: ${errors.join('; ')}`);
  }
  throw new Error(`Job ${id} did not end within three minutes.`);
}
