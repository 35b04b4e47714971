import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createSampleDatabase } from '@cairn/testing';
import type { SampleDatabase } from '@cairn/testing';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { inFolder, memoryOf } from './vault-process.ts';

/** Rows of `public.bench`. */
export const ROWS = Number(process.env.CAIRN_BENCH_REPORT_ROWS ?? 1_000_000);
/** What requests name the table by. */
export const TABLE = { datasource: 'bench', schema: 'public', table: 'bench' };

export interface ReportTable {
  server: ServiceProcess;
  sample: SampleDatabase;
  folder: string;
}

/** A report server with a datasource of one large table: points with seven columns, of which two are texts. */
export function withReportTable<T>(work: (bench: ReportTable) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const sample = await createSampleDatabase();
    const server = await startServiceProcess({ name: 'report-server', folder: join(folder, 'storage') });
    try {
      await fill(sample);
      await register(server, sample);
      return await work({ server, sample, folder });
    } finally {
      await server.stop();
      await sample.drop();
    }
  });
}

async function fill(sample: SampleDatabase): Promise<void> {
  await asOwner(
    sample,
    `
    CREATE TABLE public.bench AS SELECT i AS id, 'Place number ' || i AS name, 'kind ' || i % 20 AS kind,
        (i % 100000 / 100.0)::numeric(12,2) AS amount, i / 7.0::float8 AS price,
        timestamptz '2024-01-01' + i * interval '1 second' AS seen, date '2000-01-01' + i % 9000 AS day,
        public.ST_Point(i % 36000 / 100.0 - 180, i % 17000 / 100.0 - 85, 4326)::public.geometry(Point, 4326) AS geom
      FROM generate_series(1, ${ROWS}) AS i;
    ALTER TABLE public.bench ADD PRIMARY KEY (id);
    GRANT SELECT ON public.bench TO ${sample.readerUser};
    ANALYZE public.bench`,
  );
}

export async function asOwner({ adminUrl }: SampleDatabase, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The login of the datasource, for the program that it is compared with. */
export function readerOf({ host, port, database, readerUser, readerPassword }: SampleDatabase) {
  return { host, port, database, user: readerUser, password: readerPassword };
}

async function register(server: ServiceProcess, sample: SampleDatabase): Promise<void> {
  const { user: username, ...address } = readerOf(sample);
  await send(server, '/api/v1/datasources', {
    ...{ key: 'bench', title: 'Bench', username, sslmode: 'disable', ...address },
  });
}

/** The text of an answer. */
export async function send({ url, cookie }: ServiceProcess, path: string, body: object): Promise<string> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text}`);
  return text;
}

/** Bytes by which a process grows beyond what it has now. */
export async function growthOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Resets the high-water mark.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = memoryOf(pid, 'VmRSS');
  await work();
  return memoryOf(pid, 'VmHWM') - before;
}
