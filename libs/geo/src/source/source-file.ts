import { resolve } from 'node:path';
import { toStorageError } from '@cairn/files';
import { linkInputFile } from '@cairn/programs';
import type { Format } from './formats.ts';
import { extractShapefiles } from './shapefile.ts';

/** An uploaded file and its format. */
export interface SourceFile {
  /** Path of the file, or GDAL's name of a remote one. */
  path: string;
  format: Format;
  /** The environment in which GDAL reaches a remote file; see openRelay. */
  env?: Record<string, string>;
}

const NAMES: Record<Exclude<Format, 'ESRI Shapefile'>, string> = {
  GPKG: 'input.gpkg',
  GeoJSON: 'features.geojson',
  GTiff: 'input.tif',
};

/**
 * Makes a source available in a job's folder under a name of ours, so that the user's names never reach a program.
 * Returns the name relative to the folder. Shapefiles are unpacked, other files are linked. A remote file keeps its
 * name.
 */
export async function placeSource(source: SourceFile, folder: string, signal?: AbortSignal): Promise<string> {
  if (source.env) return source.path;
  if (source.format === 'ESRI Shapefile') {
    await extractShapefiles(source.path, folder, signal);
    return 'shapefiles';
  }
  return linkSource(source.path, folder, NAMES[source.format]);
}

/** Links a file into a job's folder; returns its name relative to the job's folder. @throws {AppError} unavailable when the disk is full. */
export async function linkSource(path: string, folder: string, name: string): Promise<string> {
  return linkInputFile(resolve(path), folder, name).catch((error: unknown) => {
    throw toStorageError(error);
  });
}
