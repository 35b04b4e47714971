import { join } from 'node:path';
import type { Measure } from './measurement.ts';
import { makePoints, POINTS } from './points.ts';
import { inFolder, memoryOf, startVaultProcess } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

const GOAL = 150 * 1024 * 1024;
const VERSION = '/datasets/points/versions/1';

/** Growth of one web process while it serves all kinds of requests for 1,000,000 points. */
async function benchMemory(): Promise<{ before: number; peak: number; requests: number }> {
  return inFolder(async (folder) => {
    const source = join(folder, 'points.gpkg');
    await makePoints(folder, source);
    const vault = await startVaultProcess(join(folder, 'storage'), { withWorker: true });
    try {
      await get(vault, '/datasets-summary');
      const before = memoryOf(vault.pid, 'VmRSS');
      await vault.upload(source, 'points');
      const requests = (await look(vault)) + (await derive(vault)) + (await copies(vault));
      return { before, peak: memoryOf(vault.pid, 'VmHWM'), requests };
    } finally {
      await vault.stop();
    }
  });
}

async function look(vault: VaultProcess): Promise<number> {
  let requests = 0;
  const see = async (path: string) => {
    await get(vault, path);
    requests += 1;
  };
  await see('/preview?dataset=points&version=1');
  await see('/metadata?dataset=points&version=1');
  for (let z = 0; z < 6; z += 1)
    for (let x = 0; x < Math.min(4, 2 ** z); x += 1)
      await see(`${VERSION}/tiles/${z}/${x}/${Math.floor(2 ** z / 2)}`);
  for (const offset of [0, 100_000, 900_000])
    await see(`${VERSION}/edit/rows?sort=name&limit=500&offset=${offset}`);
  await see(`${VERSION}/fields`);
  await see(`${VERSION}/values?field=number`);
  await see(`/versions/${await versionId(vault)}/download`);
  return requests;
}

async function derive(vault: VaultProcess): Promise<number> {
  await post(vault, `${VERSION}/filter`, { where: 'number < 500000' });
  await post(vault, `${VERSION}/clip`, { mode: 'bbox', bbox: [-20, -20, 20, 20] });
  await post(vault, `${VERSION}/derive/preview`, { operation: 'filter', filter: { where: 'number > 10' } });
  await get(vault, `${VERSION}/diff?with=2`);
  return 4;
}

async function copies(vault: VaultProcess): Promise<number> {
  const id = await versionId(vault);
  for (let i = 0; i < 20; i += 1) {
    await post(vault, `/versions/${id}/rollback`, {});
    await post(vault, '/datasets/points/clone', { name: `copy ${i}`, clone_versions: true });
    await get(vault, '/datasets-summary');
    await get(vault, '/datasets');
  }
  return 80;
}

async function versionId(vault: VaultProcess): Promise<number> {
  const answer = (await get(vault, '/datasets/points/versions')) as {
    versions: { id: number; version: number }[];
  };
  return answer.versions.find(({ version }) => version === 1)?.id ?? 0;
}

async function get(vault: VaultProcess, path: string): Promise<unknown> {
  for (;;) {
    const answer = await fetch(vault.url + path, { headers: { cookie: vault.cookie } });
    // A 503 means that it is being prepared: retry.
    if (answer.status === 503 && answer.headers.has('retry-after')) {
      await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      continue;
    }
    return read(answer, path);
  }
}

async function post(vault: VaultProcess, path: string, json: unknown): Promise<unknown> {
  const headers = { cookie: vault.cookie, 'content-type': 'application/json' };
  return read(await fetch(vault.url + path, { method: 'POST', headers, body: JSON.stringify(json) }), path);
}

/** Reads and discards the bodies, so that this process does not slow down the other one. */
async function read(answer: Response, path: string): Promise<unknown> {
  if (!answer.ok)
    throw new Error(`${path} returned ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  if (answer.headers.get('content-type')?.startsWith('application/json')) return answer.json();
  await answer.body?.pipeTo(new WritableStream());
  return null;
}

export const measure: Measure = async () => {
  const { before, peak, requests } = await benchMemory();
  const growth = peak - before;
  const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
  return [
    {
      what: `vault: memory of the web process under all kinds of requests for ${POINTS.toLocaleString('en')} points`,
      measured: `from ${mib(before)} to ${mib(peak)} at most: an upload and ${requests} requests`,
      value: `+${mib(growth)}`,
      goal: 'below +150 MiB',
      met: growth < GOAL,
    },
  ];
};

if (import.meta.main) console.table(await measure());
