import { rm } from 'node:fs/promises';
import type { Extent } from '../crs/extent.ts';
import type { Gdal } from '../gdal/gdal.ts';
import type { CollectReply, Grouping } from '../reader-protocol/dissolve-types.ts';
import { repairPieces, mergeEachPiece } from './pieces-sql.ts';
import { repairWarnings } from './plural.ts';
import { runTask, fileIn, gdalOptions, withoutReader } from './types.ts';
import type { DeriveOptions } from './types.ts';

/**
 * Unites the shapes of each group of a layer: neighbours first, then what came of them, until there is one shape a group.
 * So memory holds a few shapes at a time. Returns the file with the groups and their shapes, and sentences.
 */
export async function mergeGroups(
  gdal: Gdal,
  grouping: { file: string; layer: string; areasIn?: Extent } & Grouping,
  given: DeriveOptions,
): Promise<{ work: string; warnings: string[] }> {
  const options = withoutReader(given);
  const { progress } = options;
  progress?.(0, 'Grouping the features');
  const files = {
    output: fileIn(options, 'groups.sqlite'),
    chunks: Array.from({ length: gdal.atOnce }, (_, i) => fileIn(options, `chunks-${i}.gpkg`)),
    doubtful: fileIn(options, 'doubtful.gpkg'),
  };
  const collected = await runTask(gdal, { task: 'collectGroups', ...grouping, ...files }, options);
  const { curved, unreadable } = collected;
  const counts = { repaired: 0, curved, unreadable };
  const chunks = files.chunks.filter((_, i) => (collected.chunks[i] ?? 0) > 0);
  if (collected.doubtful > 0) {
    progress?.(0.3, 'Repairing geometries');
    const gathered = await repair(gdal, { doubtful: files.doubtful, collected }, options);
    counts.repaired = gathered.repaired;
    counts.unreadable += gathered.lost;
    chunks.push(gathered.chunks);
  }
  await mergeChunks(gdal, { work: files.output, chunks, hasZ: collected.hasZ }, options);
  return { work: files.output, warnings: repairWarnings(counts) };
}

async function repair(
  gdal: Gdal,
  { doubtful, collected }: { doubtful: string; collected: CollectReply },
  options: DeriveOptions,
): Promise<{ chunks: string; repaired: number; lost: number }> {
  const [repaired, chunks] = [fileIn(options, 'repaired.gpkg'), fileIn(options, 'chunks-repaired.gpkg')];
  await repairPieces(
    gdal,
    { input: doubtful, output: repaired, hasCurves: collected.curved > 0 },
    gdalOptions(options),
  );
  const request = { input: repaired, output: chunks, hasZ: collected.hasZ };
  const gathered = await runTask(gdal, { task: 'regatherPieces', ...request }, options);
  return { ...gathered, chunks };
}

/** Unites the pieces of each group; what is one shape goes to the table `merged` of `work`. */
export async function mergeChunks(
  gdal: Gdal,
  { work, chunks, hasZ }: { work: string; chunks: string[]; hasZ: boolean },
  options: DeriveOptions,
): Promise<void> {
  let left = chunks;
  for (let round = 1; left.length > 0; round += 1) {
    options.progress?.(Math.min(0.8, 0.3 + round * 0.1), 'Merging geometries');
    const inputs = left.map((_, i) => fileIn(options, `united-${round}-${i}.gpkg`));
    await all(
      left.map((input, i) =>
        mergeEachPiece(gdal, { input, output: inputs[i] as string }, gdalOptions(options)),
      ),
    );
    const output = fileIn(options, `merged-${round}.gpkg`);
    const merged = await runTask(gdal, { task: 'mergePieces', work, inputs, output, hasZ }, options);
    for (const file of [...left, ...inputs]) await rm(file, { force: true });
    left = merged.chunks > 0 ? [output] : [];
  }
}

/** Waits for every one, so that none works on when the folder is gone. */
async function all(works: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
