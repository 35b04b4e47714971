import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import type { Measure, Measurement } from './measurement.ts';
import { growthOf } from './report-table.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { inFolder, median } from './vault-process.ts';

const MAILS = 1_000;
/** The most that one schedule may have. */
const RECIPIENTS = 50;
const DOCUMENT_BYTES = 100_000;
/** A worker sends two at a time. */
const AT_ONCE = 2;
/** Mail servers check and store a message before they accept it; those of providers take longer than this. */
const ACCEPT_MS = 50;
const ROUNDS = 2;
const MAX_RATIO = 1.3;
const MAX_GROWTH = 50 * 1024 * 1024;

interface Bench {
  service: ServiceProcess;
  smtpPort: number;
  document: string;
}

/** Reports of 100 kB to 1,000 people: the whole way from the call that runs the schedule, against a loop around nodemailer. */
export const measure: Measure = () =>
  inFolder(async (folder) => {
    const document = join(folder, 'report.pdf');
    await writeFile(
      document,
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(DOCUMENT_BYTES - 9, 7)]),
    );
    const engine = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      createReadStream(document).pipe(response);
    });
    await once(engine.listen(0, '127.0.0.1'), 'listening');
    const sink = fork(join(import.meta.dirname, 'smtp-sink.ts'), [String(ACCEPT_MS)]);
    const [smtpPort] = (await once(sink, 'message')) as [number];
    Object.assign(process.env, {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}?tls=none`,
      REPORT_ENGINE_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}/engine`,
      REPORTS_ROOT: join(folder, 'reports'),
      WORKER_CONCURRENCY: String(AT_ONCE),
    });
    await mkdir(join(folder, 'reports/bench'), { recursive: true });
    await writeFile(
      join(folder, 'reports/bench/definition.json'),
      JSON.stringify({ title: 'Bench', datasource: 'main' }),
    );
    const service = await startServiceProcess({
      name: 'report-mgmt',
      folder: join(folder, 'storage'),
      withWorker: true,
    });
    try {
      return await compare({ service, smtpPort, document });
    } finally {
      await service.stop();
      await stop(sink);
      engine.closeAllConnections();
      engine.close();
    }
  });

async function compare(bench: Bench): Promise<Measurement[]> {
  const schedule = await createSchedule(bench.service);
  // The first mails load code, and let the heap grow to its size.
  await runSchedule(bench, schedule, MAILS / RECIPIENTS / 2);
  const [times, ratios]: [string[], number[]] = [[], []];
  const growth = await growthOf(bench.service.workerPid!, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [own, bare] = [
        await runSchedule(bench, schedule, MAILS / RECIPIENTS),
        await sendByNodemailer(bench),
      ];
      times.push(`${(own / 1000).toFixed(1)} s of ${(bare / 1000).toFixed(1)} s`);
      ratios.push(own / bare);
    }
  });
  const what = `${MAILS.toLocaleString('en')} mails with ${DOCUMENT_BYTES / 1000} kB each`;
  return [
    {
      what: `report management: ${what}, against nodemailer`,
      measured: times.join('; '),
      value: median(ratios).toFixed(2),
      goal: `at most ${MAX_RATIO}`,
      met: median(ratios) <= MAX_RATIO,
    },
    {
      what: `report management: memory of the worker, ${ROUNDS} times ${what}`,
      measured: 'highest resident size less that at the beginning',
      value: `+${(growth / 1024 ** 2).toFixed(0)} MiB`,
      goal: `at most +${MAX_GROWTH / 1024 ** 2} MiB`,
      met: growth <= MAX_GROWTH,
    },
  ];
}

async function createSchedule(service: ServiceProcess): Promise<string> {
  const email = Array.from({ length: RECIPIENTS }, (_, index) => `p${index}@example.org`).join();
  const answer = await act(service, {
    ...{ create: '1', schedule_mode: 'monthly', monthly_day: '1', monthly_time: '00:00' },
    ...{
      report_name: 'bench',
      datasource_name: 'main',
      format: 'pdf',
      filename: 'bench',
      email,
      enabled: '0',
    },
  });
  return String(answer.id);
}

/** Milliseconds until the last mail of some runs is accepted. */
async function runSchedule({ service }: Bench, id: string, runs: number): Promise<number> {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  try {
    const count = async (table: 'executions' | 'deliveries', status: string) =>
      Number((await client.query(`SELECT count(*) FROM ${table} WHERE status = $1`, [status])).rows[0].count);
    const before = {
      executions: await count('executions', 'succeeded'),
      deliveries: await count('deliveries', 'sent'),
    };
    const started = performance.now();
    const answers: Promise<unknown>[] = [];
    for (let run = 1; run <= runs; run += 1) {
      answers.push(act(service, { run_now: '1', id }));
      // A worker runs one report at a time beside its mails; the next one need not wait for the mails of this one.
      while ((await count('executions', 'succeeded')) < before.executions + run) await delay(20);
    }
    while ((await count('deliveries', 'sent')) < before.deliveries + runs * RECIPIENTS) await delay(50);
    const elapsed = performance.now() - started;
    await Promise.all(answers);
    return elapsed;
  } finally {
    await client.end();
  }
}

async function act(
  { url, cookie }: ServiceProcess,
  fields: Record<string, string>,
): Promise<{ id?: number }> {
  const response = await fetch(`${url}/action/schedule.php`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(fields),
  });
  const answer = (await response.json()) as { success: boolean; message: string; id?: number };
  if (!answer.success) throw new Error(answer.message);
  return answer;
}

async function sendByNodemailer({ smtpPort, document }: Bench): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  const started = performance.now();
  let next = 0;
  const sendSome = async () => {
    for (let index = next++; index < MAILS; index = next++) {
      await transport.sendMail({
        ...{ from: 'reports@example.org', to: `p${index}@example.org`, subject: 'Bench', text: 'Bench' },
        attachments: [{ filename: 'bench.pdf', content: createReadStream(document) }],
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  return performance.now() - started;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

if (import.meta.main) console.table(await measure());
