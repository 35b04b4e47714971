import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Extent } from '../extent.ts';
import type { Gdal } from '../gdal.ts';
import type { Grouping } from '../geopackage/groups.ts';
import { runGeopackageTool } from '../geopackage/run-tool.ts';
import { repairPieces, unitePieces } from './pieces-sql.ts';
import { toolOptions } from './types.ts';
import type { DeriveOptions } from './types.ts';

/** The file with the groups and what was united. */
export const UNITED = 'groups.sqlite';

/**
 * Unites the shapes of each group into the table `merged` of UNITED: neighbours first, then what came of them, until there
 * is one shape a group. So memory holds a few shapes at a time. Returns warnings.
 */
export async function uniteGroups(
  gdal: Gdal,
  grouping: { file: string; layer: string; areasIn?: Extent } & Grouping,
  options: DeriveOptions,
): Promise<string[]> {
  const { cwd, progress } = options;
  const run = toolOptions(options);
  progress?.(0, 'Sorting the features into groups');
  const collected = await runGeopackageTool(
    gdal,
    {
      task: 'dissolveCollect',
      ...grouping,
      output: UNITED,
      chunks: 'chunks-0.gpkg',
      doubtful: 'doubtful.gpkg',
    },
    run,
  );
  const { hasZ } = collected;
  const repaired = { count: 0, lost: collected.unreadable };
  let left = ['chunks-0.gpkg'];
  if (collected.doubtful > 0) {
    progress?.(0.3, 'Repairing shapes');
    const files = { input: 'doubtful.gpkg', output: 'repaired.gpkg', hasCurves: collected.curved > 0 };
    await repairPieces(gdal, files, run);
    const gathered = await runGeopackageTool(
      gdal,
      { task: 'dissolveRegather', input: 'repaired.gpkg', output: 'chunks-1.gpkg', hasZ },
      run,
    );
    repaired.count = gathered.repaired;
    repaired.lost += gathered.lost;
    left = [...left, 'chunks-1.gpkg'];
  }
  for (let round = 1, chunks = 1; chunks > 0; round += 1) {
    progress?.(Math.min(0.8, 0.3 + round * 0.1), 'Merging shapes');
    for (const input of left) await unitePieces(gdal, { input, output: `united-${input}` }, run);
    const output = `merged-${round}.gpkg`;
    const inputs = left.map((input) => `united-${input}`);
    ({ chunks } = await runGeopackageTool(
      gdal,
      { task: 'dissolveMerge', work: UNITED, inputs, output, hasZ },
      run,
    ));
    for (const file of [...left, ...inputs]) await rm(join(cwd, file), { force: true });
    left = [output];
  }
  return warningsOf(repaired);
}

function warningsOf({ count, lost }: { count: number; lost: number }): string[] {
  return [
    ...(count > 0
      ? [`${shapes(count)} crossed themselves or were broken otherwise and were repaired first.`]
      : []),
    ...(lost > 0 ? [`${shapes(lost)} could not be read and were left out of the merged shapes.`] : []),
  ];
}

function shapes(count: number): string {
  return count === 1 ? '1 shape' : `${count} shapes`;
}
