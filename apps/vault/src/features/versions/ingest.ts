import type { StagedFile, Storage } from '@cairn/files';
import { detectFormat, examineSource, openGdal, typeOf } from '@cairn/geo';
import { createFairSemaphore } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { settleDestination } from './destination.ts';
import type { Keeper } from './version-writer.ts';
import type {
  CheckedFile,
  Commit,
  Destination,
  IngestResult,
  Author,
  NewVersion,
  Origin,
} from './ingest-types.ts';

export interface IngestDeps {
  db: Db;
  storage: Storage;
  guard: DatasetGuard;
  keeper: Keeper;
}

export interface Arrival {
  fileName: string;
  file: StagedFile;
  destination: Destination;
  maker: Author;
  origin: Origin;
  signal: AbortSignal;
  commit?: Commit;
  rowNumbers?: NewVersion['rowNumbers'];
  alongside?: NewVersion['alongside'];
}

export type IngestService = ReturnType<typeof createIngestService>;

/** What uploads and imports share: where a file may go, whether it is what it claims, and how it becomes a version. */
export function createIngestService({ db, storage, guard, keeper }: IngestDeps) {
  /** Files of one person are checked one after the other: each may be unpacked to many times its size. */
  const checks = createFairSemaphore({
    limit: 8,
    perPerson: 1,
    busy: { code: 'vault.busy', message: 'The server is busy checking other files; try again in a minute.' },
  });

  async function check(fileName: string, file: StagedFile, signal: AbortSignal): Promise<CheckedFile> {
    const format = await detectFormat(file.path, fileName);
    const scratch = await storage.scratch();
    try {
      const source = { path: file.path, format };
      const looked = await examineSource(await openGdal(), source, { cwd: scratch.path, signal });
      return { fileName, format, type: typeOf(format), size: file.size, sha256: file.sha256, ...looked };
    } finally {
      await scratch.remove();
    }
  }

  return {
    resume: keeper.resume,

    settle: (actor: Actor, wanted: Omit<Destination, 'datasetId'>): Promise<Destination> =>
      settleDestination({ db, guard }, actor, wanted),

    /** Turns an arrived file into a version. Whatever fails, neither a row nor a file is left. */
    async ingest({ fileName, file, signal, ...rest }: Arrival): Promise<IngestResult> {
      try {
        const checked = await checks.run(() => check(fileName, file, signal), { signal });
        signal.throwIfAborted();
        return await keeper.keep({ ...rest, checked, staged: file });
      } finally {
        await file.discard();
      }
    },
  };
}
