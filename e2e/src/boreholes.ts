import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Three points, as GeoJSON. */
export function boreholes() {
  return {
    type: 'FeatureCollection',
    features: [1, 2, 3].map((depth) => ({
      type: 'Feature',
      properties: { name: `B${depth}`, depth },
      geometry: { type: 'Point', coordinates: [8 + depth, 50 + depth] },
    })),
  };
}

/** A GeoPackage with the boreholes in each of some layers. */
export async function geoPackageOf(layers: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-e2e-'));
  try {
    const [source, target] = [join(folder, 'source.geojson'), join(folder, 'layers.gpkg')];
    await writeFile(source, JSON.stringify(boreholes()));
    for (const layer of layers)
      await promisify(execFile)('ogr2ogr', [
        '-f',
        'GPKG',
        '-update',
        '-append',
        '-nln',
        layer,
        target,
        source,
      ]);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true });
  }
}
