import type { Extent } from '../crs/extent.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { ident } from '../geopackage/sql-names.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { LayerInfo } from '../inspect/types.ts';
import { queryRemote } from './query.ts';

/** Name of the one layer of an extract. */
export const EXTRACT = 'extract';
/** Stretches of rows of which a sample consists: each costs a few requests. */
const STRETCHES = 64;

export interface Extraction extends GdalOptions {
  layer: { name: string };
  /** Most features. */
  limit: number;
  /** The features in this box, in the layer's own CRS; the first ones without it … */
  box?: Extent;
  /** … or, with what is known of the layer's rows, an even sample of them. */
  spread?: Pick<LayerInfo, 'featureCount' | 'fidColumn'>;
  /** Name of the new GeoPackage in the job's folder. */
  target: string;
}

/**
 * Copies a bounded part of a remote layer into a GeoPackage of our own. Boxes go through the file's spatial index; an even
 * sample is taken in short stretches of rows. So few pages of the file are fetched.
 */
export async function extractRemoteLayer(
  gdal: Gdal,
  source: SourceFile,
  { layer, limit, box, spread, target, ...options }: Extraction,
): Promise<void> {
  const table = ident(layer.name);
  const where =
    spread && spread.featureCount > limit
      ? await stretches(gdal, source, { ...options, table, limit, spread })
      : '';
  await gdal.run(
    'ogr2ogr',
    [
      ...['-f', 'GPKG', '-nln', EXTRACT, '-preserve_fid', '-gt', '65536'],
      ...(box ? ['-spat', ...box.map(String)] : []),
      ...['-limit', String(limit), target, source.path, '-sql', `SELECT * FROM ${table}${where}`],
    ],
    { ...options, limits: { fileBytes: 512 * 1024 * 1024 }, env: { ...source.env, ...options.env } },
  );
}

async function stretches(
  gdal: Gdal,
  source: SourceFile,
  {
    table,
    limit,
    spread,
    ...options
  }: GdalOptions & { table: string; limit: number; spread: NonNullable<Extraction['spread']> },
): Promise<string> {
  const id = spread.fidColumn === undefined ? 'rowid' : ident(spread.fidColumn);
  const [ends] = await queryRemote<{ low: number | null; high: number | null }>(gdal, source, {
    ...options,
    // As one statement the two would read the whole table.
    sql: `SELECT (SELECT min(${id}) FROM ${table}) AS low, (SELECT max(${id}) FROM ${table}) AS high`,
  });
  const low = ends?.low ?? 0;
  const span = (ends?.high ?? 0) - low + 1;
  // Numbers with gaps between them fill a stretch of numbers less than wholly.
  const filled = Math.max(spread.featureCount / span, 1e-6);
  const step = span / STRETCHES;
  const length = Math.min(step, limit / STRETCHES / filled);
  const parts = Array.from({ length: STRETCHES }, (_, i) => {
    const from = Math.floor(low + i * step);
    return `(${id} >= ${from} AND ${id} < ${Math.max(from + 1, Math.floor(from + length))})`;
  });
  return ` WHERE ${parts.join(' OR ')}`;
}
