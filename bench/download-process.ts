import { join } from 'node:path';
import { createPartClient } from '../libs/files/test/part-client.ts';
import { inFolder, memoryOf } from './vault-process.ts';

export interface DownloadRequest {
  url: string;
  size: number;
  sha1: string;
  /** Where the part is written. */
  root: string;
}

export interface DownloadFigures {
  /** Milliseconds until the file was verified. */
  took: number;
  attempts: number;
  /** Bytes by which the process grew. */
  growth: number;
}

/** A process of its own, so that its memory is that of the download: a small file first, then the one that is measured. */
async function download(requests: DownloadRequest[]): Promise<DownloadFigures> {
  let figures: DownloadFigures = { took: 0, attempts: 0, growth: 0 };
  for (const { url, size, sha1, root } of requests) {
    const before = memoryOf(process.pid, 'VmRSS');
    const client = createPartClient({ root, url, expected: { size, sha1 } });
    const started = performance.now();
    const part = await client.open();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await client.fetch(part);
      if (outcome.kind === 'interrupted') continue;
      if (outcome.kind !== 'complete') throw new Error(`the download ended with ${outcome.kind}`);
      const took = performance.now() - started;
      figures = { took, attempts, growth: memoryOf(process.pid, 'VmHWM') - before };
      break;
    }
    await part.close();
    await client.parts.remove('one');
    await client.close();
  }
  return figures;
}

if (import.meta.main) {
  const [small, measured] = JSON.parse(process.env.DOWNLOADS ?? '[]') as Omit<DownloadRequest, 'root'>[];
  const figures = await inFolder((folder) =>
    download([small, measured].map((request) => ({ ...request!, root: join(folder, 'storage') }))),
  );
  console.log(JSON.stringify(figures));
}
