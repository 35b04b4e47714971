import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildLibrary } from '../libs/ui/build-library.ts';
import type { Measure } from './measurement.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';

const REQUESTS = 200;
const ROUNDS = 6;
const MAX_CHECK_MS = 2;
const MAX_SDK_BYTES = 10_000;
const root = join(import.meta.dirname, '..');

/** A session of an embedded view: its call for content reads nothing beside what the check has read. */
async function openSession({ url, cookie }: ServiceProcess): Promise<string> {
  const send = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const source = { datasource: 'bench', schema: 'public', table: 'places' };
  const view = await send<{ key: string; owner: string }>('/api/v1/explorer/views', {
    ...{ title: 'Bench', kind: 'table', source },
  });
  const content = { type: 'view', id: view.key, owner: view.owner };
  const { token } = await send<{ token: string }>('/api/v1/embed/token', content);
  return (await send<{ session: string }>('/embed/api/session', { ...content, token })).session;
}

/** Median time of a request, in milliseconds; one after the other. */
async function timeOf(address: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const started = performance.now();
    const answer = await fetch(address, { headers });
    await answer.arrayBuffer();
    times.push(performance.now() - started);
    if (!answer.ok) throw new Error(`${address} returned ${answer.status}`);
  }
  return median(times);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** What the check of a session adds to a route without one. Both are asked in turns; the first round warms up. */
async function measureCheck(): Promise<{ plain: number; guarded: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-embed-'));
  const service = await startServiceProcess({ name: 'report-server', folder });
  try {
    const session = await openSession(service);
    const plain: number[] = [];
    const guarded: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      plain.push(await timeOf(`${service.url}/api/health`, {}));
      guarded.push(await timeOf(`${service.url}/embed/api/content`, { 'X-Embed-Session': session }));
    }
    return { plain: median(plain.slice(1)), guarded: median(guarded.slice(1)) };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Size of the minified SDK as browsers get it. */
async function measureSdk(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-sdk-'));
  try {
    const library = { entry: 'sdk/platform-report.ts', global: 'PlatformReport', folder: 'sdk' };
    const web = join(root, 'apps/report-server/web');
    await buildLibrary(web, relative(web, folder), library);
    return (await stat(join(folder, 'sdk/platform-report.min.js.br'))).size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const measure: Measure = async () => {
  const bytes = await measureSdk();
  const { plain, guarded } = await measureCheck();
  const added = guarded - plain;
  return [
    {
      what: 'Check of an embed session over a route without one',
      measured: `${guarded.toFixed(2)} against ${plain.toFixed(2)} ms (p50)`,
      value: `${added.toFixed(2)} ms`,
      goal: `at most ${MAX_CHECK_MS} ms`,
      met: added <= MAX_CHECK_MS,
    },
    {
      what: 'Size of the browser SDK',
      measured: `${bytes} bytes compressed`,
      value: `${(bytes / 1000).toFixed(1)} kB`,
      goal: `under ${MAX_SDK_BYTES / 1000} kB`,
      met: bytes < MAX_SDK_BYTES,
    },
  ];
};

if (import.meta.main)
  for (const row of await measure()) console.log(`${row.what}: ${row.measured}, goal ${row.goal}`);
