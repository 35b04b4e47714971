import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Sample {
  /** What people call the kind. */
  kind: string;
  type: 'vector' | 'raster';
  /** Name of the file as it is uploaded; the dataset is named after it. */
  fileName: string;
  dataset: string;
  bytes: Buffer;
  /** Features that the file holds, for vectors. */
  features?: number;
}

const folder = join(import.meta.dirname, '../../tools/sample-data');

/** Real data of the four kinds, under names of their own so that they never meet the loaded sample. */
export function samples(): Sample[] {
  return [
    sample({
      kind: 'GeoPackage',
      type: 'vector',
      source: 'countries.gpkg',
      dataset: 'world-countries',
      features: 241,
    }),
    sample({
      kind: 'zipped shapefile',
      type: 'vector',
      source: 'states.zip',
      dataset: 'large-states',
      features: 100,
    }),
    sample({
      kind: 'GeoJSON',
      type: 'vector',
      source: 'populated-places.geojson',
      dataset: 'big-cities',
      features: 243,
    }),
    sample({ kind: 'GeoTIFF', type: 'raster', source: 'elevation.tif', dataset: 'jacksboro-heights' }),
  ];
}

interface Source {
  kind: string;
  type: Sample['type'];
  source: string;
  dataset: string;
  features?: number;
}

function sample({ source, ...rest }: Source): Sample {
  const dataset = `${rest.dataset}-${process.pid}`;
  const fileName = `${dataset}${source.slice(source.indexOf('.'))}`;
  return { ...rest, dataset, fileName, bytes: readFileSync(join(folder, source)) };
}
