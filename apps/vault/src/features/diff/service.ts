import { createHash } from 'node:crypto';
import type { DerivedFiles, Storage } from '@cairn/files';
import { compareVectors, openGdal, readDifferences } from '@cairn/geo';
import type { DifferencePage, Reader } from '@cairn/geo';
import { contentKey } from '../content/content-key.ts';
import { createDerivedFileCache } from '../content/derived-file-cache.ts';
import { createFairQueue } from '../content/shared-work.ts';
import { isTable } from '../content/service.ts';
import type { ContentService } from '../content/service.ts';
import type { Version, VersionPath } from '../versions/types.ts';
import { notComparable, toDiffError } from './errors.ts';
import type { Comparison, Page } from './types.ts';

export interface DiffDeps {
  storage: Storage;
  derived: DerivedFiles;
  contents: ContentService;
  reader: Reader;
}

/**
 * Differences between two versions. They are computed once for a pair of contents and cached as row numbers; a page reads its
 * values from the two files.
 */
export function createDiffService({ storage, derived, contents, reader }: DiffDeps) {
  const inTurn = createFairQueue();
  const cache = createDerivedFileCache({ storage, derived, owner: 'differences' });

  return {
    /** @throws {AppError} not_found, and when a version has no features that can be compared */
    async compare(
      path: VersionPath,
      { to, layer, key }: { to: number } & Pick<Comparison, 'layer' | 'key'>,
    ): Promise<Comparison> {
      const before = await contents.requireVersion(path);
      const after = await contents.requireVersion({ ...path, version: to });
      for (const version of [before, after])
        if (version.type === 'raster' || isTable(version)) throw notComparable(version);
      return { before, after, layer, key };
    },

    async page(comparison: Comparison, page: Page, signal: AbortSignal): Promise<DifferencePage> {
      const { before, after, layer, key } = comparison;
      const gdal = await openGdal('page');
      const [{ path: earlier }, { path: later }] = await Promise.all([
        contents.readable(before),
        contents.readable(after),
      ]);
      const files = { before: earlier, after: later };
      const rows = matchRows(comparison);
      const compare = async (output: string): Promise<void> => {
        const reply = await storage.inScratch((cwd) =>
          compareVectors({ gdal, reader }, { ...files, ...rows, layer, key, output }, { cwd, inTurn }),
        );
        if ('problem' in reply) throw toDiffError(reply, comparison);
      };
      return cache.use(fileName(comparison), compare, (differences) =>
        storage.inScratch((cwd) =>
          readDifferences({ gdal, reader }, { ...files, differences, ...page }, { cwd, signal }),
        ),
      );
    },
  };
}

function fileName({ before, after, layer, key }: Comparison): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([contentKey(before), layer, key, matchRows({ before, after }).sameRows]))
    .digest('hex')
    .slice(0, 32);
  return `diff-${contentKey(after)}-${hash}.sqlite`;
}

/** Versions that were numbered apart share no row numbers: their rows are matched by position. */
function matchRows({ before, after }: Pick<Comparison, 'before' | 'after'>) {
  const versions = { before, after };
  const areNumbered = [before, after].every(({ format }: Version) => format !== 'GPKG');
  const byPlace = (['before', 'after'] as const).filter((side) => versions[side].removedRowsHash !== null);
  return {
    sameRows: before.numberedInId === after.numberedInId,
    byPlace: areNumbered ? byPlace : [],
  };
}
