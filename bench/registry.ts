import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createLogger } from '@cairn/service';
import { createRegistry } from '../apps/report-mgmt/src/features/definitions/disk/registry.ts';
import type { Measure, Measurement } from './measurement.ts';
import { startServiceProcess } from './service-process.ts';
import { median } from './vault-process.ts';

const DEFINITIONS = 2_000;
const CHANGES = 5;
const REQUESTS = 400;
const MAX_SCAN_SECONDS = 3;
const MAX_CHANGE_SECONDS = 2;
const MAX_RATIO = 1.5;

/** Report management with 2,000 definitions: reading them, seeing a change, and the list for everybody. */
export const measure: Measure = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-registry-'));
  const reports = join(folder, 'reports');
  await mkdir(reports);
  for (let n = 0; n < DEFINITIONS; n += 1) await writeDefinition(reports, n, `Report ${n} of a district`);
  try {
    return [...(await measureScan(reports)), ...(await measureService(folder, reports))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function writeDefinition(reports: string, n: number, title: string): Promise<void> {
  const parameters = Array.from({ length: 8 }, (_, index) => ({
    ...{ name: `parameter_${index}`, type: 'select', label: `Parameter ${index}`, required: index < 2 },
    source: 'sql:SELECT code AS value, name AS label FROM districts ORDER BY 2',
  }));
  const definition = { title, description: 'Numbers of a district', datasource: 'districts', parameters };
  const folder = join(reports, `district-${n}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'definition.json'), JSON.stringify(definition, null, 2));
  await writeFile(join(folder, 'template.json'), JSON.stringify({ title, bands: {} }));
}

async function measureScan(reports: string): Promise<Measurement[]> {
  const registry = createRegistry({
    root: reports,
    logger: createLogger({ service: 'bench', level: 'error' }),
  });
  const first = await secondsOf(() => registry.scan());
  const again = await secondsOf(() => registry.scan());
  if (registry.entries().length !== DEFINITIONS) throw new Error('The scan did not find all definitions.');
  return [
    {
      what: `first scan of ${DEFINITIONS} definitions`,
      measured: `${first.toFixed(2)} s; ${again.toFixed(2)} s for a scan without a change`,
      value: `${first.toFixed(2)} s`,
      goal: `at most ${MAX_SCAN_SECONDS} s`,
      met: first <= MAX_SCAN_SECONDS,
    },
  ];
}

async function measureService(folder: string, reports: string): Promise<Measurement[]> {
  process.env['REPORTS_ROOT'] = reports;
  const began = performance.now();
  const service = await startServiceProcess({ name: 'report-mgmt', folder: join(folder, 'storage') });
  const list = `${service.url}/api/reports`;
  try {
    await waitFor(async () => (await titlesOf(list)).length === DEFINITIONS);
    const registered = (performance.now() - began) / 1_000;
    const changes: number[] = [];
    for (let round = 0; round < CHANGES; round += 1) {
      const title = `Changed ${round}`;
      await writeDefinition(reports, round, title);
      changes.push(await secondsOf(() => waitFor(async () => (await titlesOf(list)).includes(title))));
    }
    const slowest = Math.max(...changes);
    return [
      {
        what: 'a change of a definition, until the list shows it',
        measured: `${changes.map((one) => one.toFixed(2)).join(', ')} s; ${registered.toFixed(1)} s from the start until all are registered and listed`,
        value: `${slowest.toFixed(2)} s`,
        goal: `at most ${MAX_CHANGE_SECONDS} s`,
        met: slowest <= MAX_CHANGE_SECONDS,
      },
      await measureList(list),
    ];
  } finally {
    await service.stop();
  }
}

/** Compared with a server that has nothing to do but to send these bytes. */
async function measureList(list: string): Promise<Measurement> {
  const answer = await fetch(list);
  const headers = Object.fromEntries(answer.headers);
  const body = new Uint8Array(await answer.arrayBuffer());
  const thread = new Worker(new URL('memory-server.ts', import.meta.url), { workerData: { body, headers } });
  const memory = await new Promise<string>((resolve) => thread.once('message', resolve));
  const times = { list: [] as number[], memory: [] as number[] };
  for (let n = 0; n < REQUESTS; n += 1) {
    times.list.push(await secondsOf(() => fetch(list).then((one) => one.arrayBuffer())));
    times.memory.push(await secondsOf(() => fetch(memory).then((one) => one.arrayBuffer())));
  }
  await thread.terminate();
  const [ours, least] = [median(times.list), median(times.memory)];
  return {
    what: `GET /api/reports, ${Math.round(body.length / 1024)} KiB, against the same bytes from memory`,
    measured: `${(ours * 1_000).toFixed(2)} against ${(least * 1_000).toFixed(2)} ms`,
    value: (ours / least).toFixed(2),
    goal: `at most ${MAX_RATIO}`,
    met: ours / least <= MAX_RATIO,
  };
}

async function titlesOf(list: string): Promise<string[]> {
  const reports = (await (await fetch(list)).json()) as { title: string }[];
  return reports.map(({ title }) => title);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error('What is measured did not happen within two minutes.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
