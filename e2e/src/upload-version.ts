import type { APIRequestContext } from 'playwright-core';
import { uploadDataset } from './datasets.ts';

export interface Place {
  id: number;
  name: string;
  population: number;
  at: [number, number];
}

/** Puts a file of the bytes into a dataset: a new one, or its next version. */
export async function uploadPlaces(
  request: APIRequestContext,
  dataset: string,
  places: Place[],
): Promise<void> {
  const features = places.map(({ id, name, population, at }) => ({
    type: 'Feature',
    id,
    properties: { name, population },
    geometry: { type: 'Point', coordinates: at },
  }));
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
  await uploadDataset({ request }, { dataset, fileName: `${dataset}.geojson`, bytes });
}

/** Towns on a lattice over Europe, each ten thousand larger than the one before. */
export function towns(count: number): Place[] {
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    name: `Town ${i + 1}`,
    population: (i + 1) * 10_000,
    at: [-5 + 2 * (i % 10), 40 + 2 * Math.floor(i / 10)],
  }));
}
