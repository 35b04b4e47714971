import { createHash } from 'node:crypto';
import type { DerivedFiles, Storage } from '@cairn/files';
import { compareVectors, openGdal, readDifferences } from '@cairn/geo';
import type { DifferenceKind, DifferencePage, Reader } from '@cairn/geo';
import { badRequest, unprocessable } from '@cairn/service';
import { createDerivedFileCache } from '../content/derived-file-cache.ts';
import { contentKey } from '../content/content-key.ts';
import type { ContentService } from '../content/service.ts';
import { createFairQueue } from '../content/fair-queue.ts';
import type { Version } from '../versions/types.ts';
import { problemError } from './problem-error.ts';

export interface DiffDeps {
  storage: Storage;
  derived: DerivedFiles;
  contents: ContentService;
  reader: Reader;
}

export interface Comparison {
  before: Version;
  after: Version;
  layer: string | null;
  key: string | null;
}

export interface Page {
  kind: DifferenceKind | null;
  limit: number;
  offset: number;
}

/**
 * What differs between two versions. It is found once for a pair of contents and kept for a while, as row numbers alone; a
 * page reads its values from the two files.
 */
export function createDiffService({ storage, derived, contents, reader }: DiffDeps) {
  const inTurn = createFairQueue();
  // Each pair of versions, layer and key is another comparison.
  const kept = createDerivedFileCache({ storage, derived, owner: 'differences' });

  return {
    async page(comparison: Comparison, page: Page, signal: AbortSignal): Promise<DifferencePage> {
      const { before, after, layer, key } = comparison;
      assertComparable(before);
      assertComparable(after);
      const gdal = await openGdal('page');
      const [{ path: earlier }, { path: later }] = await Promise.all([
        contents.readable(before),
        contents.readable(after),
      ]);
      const files = { before: earlier, after: later };
      const rows = rowsOf(comparison);
      const compare = async (output: string): Promise<void> => {
        const reply = await storage.inScratch((cwd) =>
          compareVectors({ gdal, reader }, { ...files, ...rows, layer, key, output }, { cwd, inTurn }),
        );
        if ('problem' in reply) throw problemError(reply, comparison);
      };
      return kept.use(keptName(comparison), compare, (differences) =>
        storage.inScratch((cwd) =>
          readDifferences({ gdal, reader }, { ...files, differences, ...page }, { cwd, signal }),
        ),
      );
    },
  };
}

function keptName({ before, after, layer, key }: Comparison): string {
  const asked = createHash('sha256')
    .update(JSON.stringify([contentKey(before), layer, key, rowsOf({ before, after }).sameRows]))
    .digest('hex')
    .slice(0, 32);
  return `diff-${contentKey(after)}-${asked}.sqlite`;
}

/** Numbers that were given apart from each other say nothing about the other version: its rows are known by their place. */
function rowsOf({ before, after }: Pick<Comparison, 'before' | 'after'>) {
  const sides = { before, after };
  const areCounted = [before, after].every(({ format }) => format !== 'GPKG');
  const byPlace = (['before', 'after'] as const).filter((side) => sides[side].removedRowsHash !== null);
  return {
    sameRows: before.numberedInId === after.numberedInId,
    byPlace: areCounted ? byPlace : [],
  };
}

function assertComparable(version: Version): void {
  if (version.type === 'raster') {
    throw unprocessable(
      'vault.no_diff_of_rasters',
      'Rasters have no features to compare; look at both versions side by side instead.',
    );
  }
  if (version.objectKey === null) {
    throw badRequest(
      'vault.not_stored_here',
      `The data of version ${version.version} do not lie on this server; compare versions whose files do.`,
    );
  }
}
