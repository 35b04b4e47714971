import type { Storage } from '@cairn/files';
import { AppError, unprocessable } from '@cairn/service';
import { isZip, readReportFile } from '../../reports/import/read-file.ts';
import type { ReportFile } from '../../reports/import/read-file.ts';
import type { ImportTask } from './import-thread.ts';
import { createRenderThreads } from './render-threads.ts';

const LIMITS = { heapMiB: 256, timeoutMs: 60_000, idle: { threads: 1, ms: 60_000 } };
/** Smaller files are read here: that takes less time than a thread takes to start. A zip does not tell how much is in it. */
const SMALL_BYTES = 256 * 1024;
/** Of a thread that ran out of memory or time. */
const TOO_MUCH = new Set(['report-server.run_too_large', 'report-server.run_too_long']);

/** Reads templates, `.jrxml` files and zips of them in threads. */
export function createImportThreads(storage: Pick<Storage, 'inScratch'>) {
  const module = new URL('import-thread.ts', import.meta.url);
  const threads = createRenderThreads<ImportTask, ReportFile>({ module, ...LIMITS });
  return {
    /** @throws {AppError} bad_request for files that cannot be read, unprocessable for those that take too much */
    read: (bytes: Uint8Array): Promise<ReportFile> =>
      storage.inScratch(async (scratch) => {
        if (bytes.length <= SMALL_BYTES && !isZip(bytes)) return readReportFile(bytes, scratch);
        try {
          return await threads.run({ bytes, scratch }, {});
        } catch (error) {
          if (!(error instanceof AppError) || !TOO_MUCH.has(error.code)) throw error;
          throw unprocessable(
            'report-server.import_too_large',
            'The file takes too much time or memory to import. Remove elements that the report does not need, or split it.',
          );
        }
      }),
    close: () => threads.close(),
  };
}
