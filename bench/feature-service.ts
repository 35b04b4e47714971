import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { createTestDatabase, startKoop } from '@cairn/testing';
import type { Measure } from './measurement.ts';
import { inFolder, memoryOf, startVaultProcess } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

const FEATURES = 200_000;
const PAGE = 10_000;
const GOAL = 1.3;
const LOGIN = { user: 'bench_layers', password: 'of the bench alone' };

interface Result {
  /** Seconds. */
  ours: number;
  download: number;
  /** How much the worker grew, in bytes. */
  growth: number;
}

/** A layer of Koop, in a process of its own: by an import, and by downloads of the same pages whose bytes are discarded. */
async function benchFeatureService(): Promise<Result> {
  return inFolder(async (folder) => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    await client.query(`CREATE ROLE ${LOGIN.user} LOGIN PASSWORD '${LOGIN.password}';
      GRANT CREATE ON SCHEMA public TO ${LOGIN.user}; GRANT CONNECT ON DATABASE ${database.name} TO ${LOGIN.user}`);
    process.env['OUTBOUND_ALLOWED_CIDRS'] = '127.0.0.1/32';
    const vault = await startVaultProcess(folder, { withWorker: true });
    const service = fork(import.meta.filename, ['serve']);
    try {
      const [url] = (await once(service, 'message')) as [string];
      const connection = await saveConnection(vault, database.adminUrl);
      await runImport(vault, { url, connection, layer: 1 });
      const idle = memoryOf(vault.workerPid!, 'VmHWM');
      const ours = await runImport(vault, { url, connection, layer: 0 });
      const growth = memoryOf(vault.workerPid!, 'VmHWM') - idle;
      const download = await downloadPages(url);
      const { rows } = await client.query('SELECT count(*)::int, count(geom)::int AS geometries FROM points');
      if (rows[0].count !== FEATURES || rows[0].geometries !== FEATURES)
        throw new Error('features are missing');
      return { ours, download, growth };
    } finally {
      service.kill();
      await vault.stop();
      await client.query(`DROP OWNED BY ${LOGIN.user}; DROP ROLE ${LOGIN.user}`).catch(() => undefined);
      await client.end();
      await database.drop();
    }
  });
}

async function saveConnection(vault: VaultProcess, address: string): Promise<number> {
  const { hostname: host, port, pathname } = new URL(address);
  const { id } = await ask(vault, '/api/connections', {
    ...{ name: 'layers', host, port: Number(port), database_name: pathname.slice(1) },
    ...{ username: LOGIN.user, password: LOGIN.password, sslmode: 'disable' },
  });
  return id as number;
}

/** Seconds from the start of the job to its end. */
async function runImport(
  vault: VaultProcess,
  { url, connection, layer }: { url: string; connection: number; layer: number },
): Promise<number> {
  const job = await ask(vault, '/api/featuresvc/import', {
    service_url: url,
    layer_ids: [layer],
    spatialdb_connection_id: connection,
    run_as_background_job: false,
  });
  if (job.status !== 'succeeded') throw new Error(`the import ${job.status}: ${job.error}`);
  return (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000;
}

/** The pages that the import requests, one after the other. */
async function downloadPages(url: string): Promise<number> {
  const started = performance.now();
  for (let offset = 0; offset < FEATURES; offset += PAGE) {
    const query = `where=1%3D1&orderByFields=id&resultOffset=${offset}&resultRecordCount=${PAGE}&outFields=*&returnGeometry=true&outSR=4326&f=pbf`;
    const answer = await fetch(`${url}/0/query?${query}`);
    for await (const chunk of answer.body!) void chunk;
  }
  return (performance.now() - started) / 1000;
}

async function ask(vault: VaultProcess, path: string, body: object): Promise<any> {
  const answer = await fetch(vault.url + path, {
    method: 'POST',
    headers: { cookie: vault.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

async function serve(): Promise<void> {
  const point = (id: number) => ({
    type: 'Feature',
    properties: { id, name: `point ${id}`, height: id / 7, kind: id % 12 },
    geometry: { type: 'Point', coordinates: [(id % 36_000) / 100 - 180, (id % 17_000) / 100 - 85] },
  });
  const features = Array.from({ length: FEATURES }, (_, i) => point(i + 1));
  const layer = (name: string, some: object[]) => ({
    type: 'FeatureCollection' as const,
    features: some,
    metadata: { name, idField: 'id', maxRecordCount: PAGE },
  });
  const koop = await startKoop([layer('points', features), layer('few', features.slice(0, PAGE))]);
  process.send?.(koop.url);
}

export const measure: Measure = async () => {
  const { ours, download, growth } = await benchFeatureService();
  const mebibytes = Math.round(growth / 1024 / 1024);
  return [
    {
      what: `vault: import of ${FEATURES.toLocaleString('en')} points from a feature service, against the download of its pages`,
      measured: `${ours.toFixed(1)} s against ${download.toFixed(1)} s; the worker grew by ${mebibytes} MiB beyond an import of ${PAGE.toLocaleString('en')}`,
      value: (ours / download).toFixed(2),
      goal: `at most ${GOAL}`,
      met: ours / download <= GOAL,
    },
  ];
};

if (process.argv[2] === 'serve') await serve();
else if (import.meta.main) console.table(await measure());
