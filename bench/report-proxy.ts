import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSampleDatabase } from '@cairn/testing';
import sharp from 'sharp';
import type { Measure, Measurement } from './measurement.ts';
import { growthOf, readerOf, send } from './report-table.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { inFolder, median } from './vault-process.ts';

const MIB = 1024 ** 2;
const ROUNDS = 9;
const PICTURES = 200;
const ROWS_PER_PICTURE = 570;
const MAX_GROWTH = 30 * MIB;
const FIELD = { kind: 'field', x: 0, y: 0, width: 400, height: 14 };
const TEMPLATE = {
  ...{ version: 1, title: 'Bench', parameters: [], groups: [], variables: [], styles: [] },
  page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 30, bottom: 30, left: 30 } },
};

interface Bench {
  engine: ServiceProcess;
  server: ServiceProcess;
}

/** Reports of a viewer, by report management and by the report server itself, in turns. */
export const measure: Measure = () =>
  inFolder(async (folder) => {
    const sample = await createSampleDatabase();
    const engine = await startServiceProcess({
      name: 'report-server',
      folder: join(folder, 'report-server'),
    });
    const root = join(folder, 'reports');
    await writeDefinitions(root, ['large', 'page']);
    const server = await startServiceProcess({
      ...{ name: 'report-mgmt', folder: join(folder, 'storage'), beside: engine },
      variables: { REPORT_SERVER_URL: engine.url, REPORTS_ROOT: root },
    });
    try {
      const { user: username, ...address } = readerOf(sample);
      const login = { username, sslmode: 'disable', ...address };
      await send(engine, '/api/v1/datasources', { key: 'bench', title: 'Bench', ...login });
      await send(engine, '/api/v1/reports', { key: 'large', datasource: 'bench', template: largeTemplate() });
      await send(engine, '/api/v1/reports', {
        ...{ key: 'page', datasource: 'bench', template: await pageTemplate() },
      });
      const bench = { engine, server };
      return [
        ...(await compare(bench, { report: 'large', format: 'csv', goal: 1.1 })),
        ...(await compare(bench, { report: 'page', format: 'html', goal: 1.2 })),
      ];
    } finally {
      await server.stop();
      await engine.stop();
      await sample.drop();
    }
  });

async function writeDefinitions(root: string, keys: string[]): Promise<void> {
  for (const key of keys) {
    await mkdir(join(root, key), { recursive: true });
    const definition = { title: key, datasource: 'bench' };
    await writeFile(join(root, key, 'definition.json'), JSON.stringify(definition));
  }
}

/** 100 MiB as csv. */
function largeTemplate() {
  const elements = [{ ...FIELD, id: 'a', expression: '$F{a}' }];
  return {
    ...TEMPLATE,
    datasets: [{ name: 'rows', sql: `SELECT repeat('x', 1046) AS a FROM generate_series(1, 100000)` }],
    bands: { detail: [{ height: 14, elements }] },
  };
}

/** 20 MiB as HTML, with a picture above each 570 rows. */
async function pageTemplate() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const png = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
  const data = `data:image/png;base64,${png.toString('base64')}`;
  const image = { id: 'i', kind: 'image', x: 0, y: 0, width: 90, height: 90, source: { data } };
  return {
    ...TEMPLATE,
    datasets: [
      {
        name: 'rows',
        sql: `SELECT rpad('Größe ' || i, 100, ' – ä') AS a, i / ${ROWS_PER_PICTURE} AS part FROM generate_series(0, ${PICTURES * ROWS_PER_PICTURE - 1}) AS i ORDER BY i`,
      },
    ],
    groups: [{ name: 'part', expression: '$F{part}', header: { height: 90, elements: [image] } }],
    bands: { detail: [{ height: 14, elements: [{ ...FIELD, id: 'a', expression: '$F{a}' }] }] },
  };
}

async function compare(
  { engine, server }: Bench,
  { report, format, goal }: { report: string; format: string; goal: number },
): Promise<Measurement[]> {
  const headers = { cookie: server.cookie };
  const query = `_repName=${report}&_repFormat=${format}`;
  const direct = () => download(`${engine.url}/reports/execute?${query}`, headers);
  const proxied = () => download(`${server.url}/reports/execute_report.php?${query}`, headers);
  // The first run of a process loads code.
  const [{ bytes }] = [await direct(), await proxied()];
  const rounds: { direct: number; proxied: number }[] = [];
  const growth = await growthOf(server.pid, async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ direct: (await direct()).ms, proxied: (await proxied()).ms });
  });
  const ratio = median(rounds.map((round) => round.proxied / round.direct));
  const middle = (side: 'direct' | 'proxied') =>
    (median(rounds.map((round) => round[side])) / 1000).toFixed(2);
  const what = `report management: ${(bytes / MIB).toFixed(0)} MiB of ${format} for a viewer`;
  return [
    {
      what: `${what}, against the report server itself`,
      measured: `${middle('proxied')} s against ${middle('direct')} s`,
      value: ratio.toFixed(2),
      goal: `at most ${goal}`,
      met: ratio <= goal,
    },
    {
      what: `${what}: memory of the web process`,
      measured: `highest resident size less that at the beginning, ${ROUNDS} runs`,
      value: `+${Math.max(0, growth / MIB).toFixed(0)} MiB`,
      goal: `at most +${MAX_GROWTH / MIB} MiB`,
      met: growth <= MAX_GROWTH,
    },
  ];
}

async function download(
  url: string,
  headers: Record<string, string>,
): Promise<{ ms: number; bytes: number }> {
  const started = performance.now();
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += chunk.length;
  return { ms: performance.now() - started, bytes };
}

if (import.meta.main) console.table(await measure());
