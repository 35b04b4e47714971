import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@cairn/files';
import type { RunOptions } from '../run-report.ts';
import type { RunFigures } from '../types.ts';
import type { ExternalEngine } from './engine.ts';
import type { ExternalTask } from './task.ts';

/** Runs a report on the external engine and sends its document when it is complete. Nothing of it is left on the disk. */
export async function runExternal(
  { storage, engine }: { storage: Pick<Storage, 'inScratch'>; engine: ExternalEngine },
  task: ExternalTask,
  {
    id,
    ...options
  }: Omit<RunOptions, 'onPicture'> & {
    id: string;
    storePicture(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string>;
  },
): Promise<RunFigures> {
  return storage.inScratch(async (scratch) => {
    const path = join(scratch, 'document');
    const started = performance.now();
    options.onProgress?.(5, 'Waiting for the external engine');
    await engine.run(task, { id, path, signal: options.signal, storePicture: options.storePicture });
    const renderMs = Math.round(performance.now() - started);
    const { size } = await stat(path);
    const figures = { rows: null, pages: null, bytes: size, dbMs: null, renderMs, warnings: [] };
    await options.onComplete?.(figures);
    await options.send(createReadStream(path, { highWaterMark: 256 * 1024 }), size);
    return figures;
  });
}
