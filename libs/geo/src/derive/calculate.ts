import type { Calculation } from '../expression/value-field.ts';
import type { ValueType } from '../expression/value-functions.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { deriveFailure } from './failure.ts';
import { plural } from './plural.ts';
import { runTask, fileIn } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource } from './types.ts';

/**
 * A GeoPackage in which one field of a layer, new or not, has the result of an expression for each feature; its other tables are
 * copied. Results that are too large for the field are left empty, with a warning.
 * @throws {AppError} bad_request for a field or an expression that does not fit the layer.
 */
export async function calculateVector(
  gdal: Gdal,
  { path, layer, calculation }: DeriveSource & { calculation: Calculation },
  options: DeriveOptions,
): Promise<DerivedFile & { field: string; type: ValueType }> {
  options.progress?.(0, 'Calculating the values');
  try {
    const output = fileIn(options, 'calculated.gpkg');
    const request = { task: 'calculateField', file: path, output, layer, ...calculation } as const;
    const { featureCount, warnings, lost, name, type } = await runTask(gdal, request, options);
    const field = name.slice(0, 100);
    return {
      path: output,
      featureCount,
      field: name,
      type,
      warnings: [
        ...warnings,
        ...plural(lost, {
          one: `1 feature has no value in "${field}", because the result is too large for the field.`,
          many: `${lost} features have no value in "${field}", because the result is too large for the field.`,
        }),
      ],
    };
  } catch (error) {
    throw deriveFailure(
      error,
      `The field cannot be calculated for the layer "${layer}" on this server; check the layer in a desktop GIS.`,
    );
  }
}
