import type { Gdal } from '../gdal/gdal.ts';
import { countRepaired } from '../geopackage/pieces.ts';
import { movePieces, repairPieces } from './pieces-sql.ts';
import { repairWarnings } from './plural.ts';
import { runTask, fileIn, gdalOptions } from './types.ts';
import type { DeriveOptions, DeriveSource } from './types.ts';

export interface TakenShapes {
  /** Files of pieces, valid and without arcs, a group for each feature. */
  inputs: string[];
  warnings: string[];
}

/** Extracts the shapes of a layer from an untrusted file, and repairs invalid ones. */
export async function extractShapes(
  gdal: Gdal,
  { path, layer, name, raw = false }: DeriveSource & { name: string; raw?: boolean },
  options: DeriveOptions,
): Promise<TakenShapes> {
  const at = (suffix: string) => fileIn(options, `${name}${suffix}.gpkg`);
  const [output, doubtful, repaired] = [at(''), at('-doubtful'), at('-repaired')];
  const taken = await runTask(
    gdal,
    { task: 'extractShapes', file: path, layer, output, doubtful, raw },
    options,
  );
  const inputs = taken.sound > 0 ? [output] : [];
  if (taken.doubtful > 0) {
    options.progress?.(0.1, 'Repairing geometries');
    const files = { input: doubtful, output: repaired, hasCurves: taken.curved > 0 };
    await repairPieces(gdal, files, gdalOptions(options));
    inputs.push(repaired);
  }
  const count = taken.doubtful > 0 ? countRepaired(repaired) : 0;
  return { inputs, warnings: repairWarnings({ ...taken, repaired: count }) };
}

/** Moves pieces into another CRS, the files one after another. */
export async function moveAll(
  gdal: Gdal,
  { inputs, ...way }: { inputs: string[]; from: string; to: string; step?: number },
  options: DeriveOptions,
): Promise<string[]> {
  const outputs = inputs.map((input) => input.replace(/\.gpkg$/, '-moved.gpkg'));
  for (const [i, input] of inputs.entries())
    await movePieces(gdal, { input, output: outputs[i] as string, ...way }, gdalOptions(options));
  return outputs;
}

/** Repairs pieces that became invalid on the way to another CRS. */
export async function repairAll(gdal: Gdal, inputs: string[], options: DeriveOptions): Promise<string[]> {
  const outputs = inputs.map((input) => input.replace(/\.gpkg$/, '-valid.gpkg'));
  for (const [i, input] of inputs.entries())
    await repairPieces(gdal, { input, output: outputs[i] as string, hasCurves: false }, gdalOptions(options));
  return outputs;
}
