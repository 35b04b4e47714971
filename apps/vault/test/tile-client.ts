import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { ask } from './client.ts';
import type { Bytes } from './hostile.ts';
import type { Person } from './test-app.ts';

const run = promisify(execFile);

export interface DecodedFeature {
  id: number | undefined;
  /** 1 points, 2 lines, 3 areas. */
  type: number;
  properties: Record<string, unknown>;
  /** Paths of positions on the tile's grid. */
  paths: { x: number; y: number }[][];
}

export interface DecodedTile {
  bytes: number;
  features: DecodedFeature[];
}

/** Requests and decodes a tile; null for 204. */
export async function fetchTile(
  app: { url: string },
  person: Person,
  { dataset, place, query = '' }: { dataset: string; place: string; query?: string },
): Promise<DecodedTile | null> {
  const path = `/datasets/${encodeURIComponent(dataset)}/versions/1/tiles/${place}${query}`;
  const { status, body } = await ask(app, person, { path });
  if (status === 204) return null;
  if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
  return decodeTile(body as Buffer);
}

export function decodeTile(bytes: Uint8Array): DecodedTile {
  const { features: layer, ...others } = new VectorTile(new PbfReader(bytes)).layers;
  if (!layer || layer.version !== 2 || layer.extent !== 4096 || Object.keys(others).length > 0)
    throw new Error('the tile must have the layer "features" only');
  const features = Array.from({ length: layer.length }, (_, i) => {
    const feature = layer.feature(i);
    const paths = feature.loadGeometry().map((path) => path.map(({ x, y }) => ({ x, y })));
    return { id: feature.id, type: feature.type, properties: feature.properties, paths };
  });
  return { bytes: bytes.length, features };
}

/** Area of a feature's rings in tile units, shells minus holes. */
export function areaOf({ paths }: DecodedFeature): number {
  return paths.reduce((sum, ring) => sum + ringArea(ring), 0);
}

/** Positive for a shell (MVT 2.1, clause 4.3.4.4). */
export function ringArea(ring: { x: number; y: number }[]): number {
  return ring.reduce((sum, a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    return sum + (a.x * b.y - b.x * a.y) / 2;
  }, 0);
}

/** Converts GeoJSON or a file with ogr2ogr. */
export async function convert(
  source: Bytes | string,
  { args = [], name = 'out.gpkg' }: { args?: string[]; name?: string } = {},
): Promise<Bytes> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-convert-'));
  try {
    const input = typeof source === 'string' ? source : join(folder, 'in.geojson');
    if (typeof source !== 'string') await writeFile(input, source);
    await run('ogr2ogr', [
      '-f',
      name.endsWith('.gpkg') ? 'GPKG' : 'GeoJSON',
      join(folder, name),
      input,
      ...args,
    ]);
    return new Uint8Array(await readFile(join(folder, name)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
