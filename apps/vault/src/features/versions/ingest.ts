import type { StagedFile, Storage } from '@cairn/files';
import { detectFormat, examineSource, openGdal, typeOf } from '@cairn/geo';
import { createFairSemaphore } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { resolveDestination } from './destination.ts';
import type { CheckedFile, Destination, IngestResult, NewVersion } from './types.ts';
import type { VersionWriter } from './version-writer.ts';

export interface IngestDeps {
  db: Db;
  storage: Storage;
  guard: DatasetGuard;
  versionWriter: VersionWriter;
}

/** A file that was received or written, before its content is checked. */
export interface IncomingFile extends Omit<NewVersion, 'checked' | 'staged' | 'saveSource'> {
  fileName: string;
  file: StagedFile;
  signal: AbortSignal;
}

export type IngestService = ReturnType<typeof createIngestService>;

/** The part that uploads, imports and derivations share: checks a file and turns it into a version. */
export function createIngestService({ db, storage, guard, versionWriter }: IngestDeps) {
  /** Files of one person are checked one after the other: each may be unpacked to many times its size. */
  const checks = createFairSemaphore({
    limit: 8,
    perPerson: 1,
    busy: { code: 'vault.busy', message: 'The server is busy checking other files. Try again in a minute.' },
  });

  async function check(fileName: string, file: StagedFile, signal: AbortSignal): Promise<CheckedFile> {
    const format = await detectFormat(file.path, fileName);
    const scratch = await storage.scratch();
    try {
      const source = { path: file.path, format };
      const examined = await examineSource(await openGdal(), source, { cwd: scratch.path, signal });
      return { fileName, format, type: typeOf(format), size: file.size, sha256: file.sha256, ...examined };
    } finally {
      await scratch.remove();
    }
  }

  return {
    resume: versionWriter.resume,

    resolveDestination: (actor: Actor, request: Omit<Destination, 'datasetId'>): Promise<Destination> =>
      resolveDestination({ db, guard }, actor, request),

    /** Turns a file into a version. If anything fails, neither a row nor a file is left. */
    async ingest({ fileName, file, signal, ...version }: IncomingFile): Promise<IngestResult> {
      try {
        const checked = await checks.run(() => check(fileName, file, signal), { signal });
        signal.throwIfAborted();
        return await versionWriter.write({ ...version, checked, staged: file });
      } finally {
        await file.discard();
      }
    },
  };
}
