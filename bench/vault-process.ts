import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makePoints } from './points.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';

const boundary = 'cairn-bench-boundary';

export interface VaultProcess extends ServiceProcess {
  /** Uploads a file as a new dataset and returns how long it took, in milliseconds. */
  upload(path: string, dataset: string): Promise<number>;
}

/** The vault as it runs in production, with a portal; files are in `folder`. A worker runs on request. */
export async function startVaultProcess(
  folder: string,
  { withWorker = false }: { withWorker?: boolean } = {},
): Promise<VaultProcess> {
  const vault = await startServiceProcess({ name: 'vault', folder, withWorker });
  return { ...vault, upload: (path, dataset) => upload(vault, path, dataset) };
}

async function upload(
  vault: { url: string; cookie: string },
  path: string,
  dataset: string,
): Promise<number> {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${basename(path)}"\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const started = performance.now();
  const post = request(`${vault.url}/projects/1/upload?dataset_name=${dataset}`, {
    method: 'POST',
    headers: {
      cookie: vault.cookie,
      accept: 'application/json',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + (await stat(path)).size + tail.length,
    },
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    post.once('error', reject);
    post.once('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  post.write(head);
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), post, { end: false });
  post.end(tail);
  const { status, text } = await answered;
  if (status !== 201) throw new Error(`The upload returned ${status}: ${text}`);
  return performance.now() - started;
}

/** A vault with a new GeoPackage of 1,000,000 points as the dataset `points`. */
export async function withPoints<T>(
  options: { withWorker?: boolean },
  work: (vault: VaultProcess) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const source = join(folder, 'points.gpkg');
    await makePoints(folder, source);
    const vault = await startVaultProcess(join(folder, 'storage'), options);
    try {
      await vault.upload(source, 'points');
      return await work(vault);
    } finally {
      await vault.stop();
    }
  });
}

/** VmRSS or VmHWM of a process in bytes. */
export function memoryOf(pid: number, line: 'VmHWM' | 'VmRSS'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

/** A folder on one disk for everything that is compared, removed at the end. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(process.env.CAIRN_BENCH_FOLDER ?? tmpdir(), 'cairn-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
