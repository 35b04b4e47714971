import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { readTile, summarizeTiles } from '../src/reader/tiles/read-tile.ts';
import { inspectDataset, makeTiles, openGdal } from '../src/index.ts';

const run = promisify(execFile);

export interface Feature {
  id: number;
  kind: number;
  properties: Record<string, unknown>;
  paths: { x: number; y: number }[][];
}

/** A temporary folder, and functions that create tile files in it. */
export async function openTileFixtures() {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-tiles-'));
  const gdal = await openGdal();
  const scratch = () => mkdtemp(join(folder, 'job-'));
  return {
    folder,
    close: () => rm(folder, { recursive: true, force: true }),

    /** A GeoPackage that ogr2ogr makes of a file, or of GeoJSON geometries numbered from 1. */
    async geopackage(source: string | object[], args: string[] = []): Promise<string> {
      const cwd = await scratch();
      const input = typeof source === 'string' ? source : join(cwd, 'input.geojson');
      if (typeof source !== 'string') {
        const features = source.map((geometry, i) => ({
          type: 'Feature',
          id: i + 1,
          properties: {},
          geometry,
        }));
        await writeFile(input, JSON.stringify({ type: 'FeatureCollection', features }));
      }
      const path = join(cwd, 'input.gpkg');
      await run('ogr2ogr', ['-f', 'GPKG', '-nln', 'layer', '-nlt', 'GEOMETRY', ...args, path, input]);
      return path;
    },

    /** Makes the tile file of points in degrees, numbered from 1; returns what tiles hold and how to draw one. */
    async manyPoints(points: [number, number][]) {
      const path = join(await scratch(), 'points.csv');
      const lines = points.map(([x, y]) => `${x},${y}`);
      await writeFile(path, `x,y\n${lines.join('\n')}\n`);
      const columns = ['-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y'];
      const geopackage = await this.geopackage(path, [...columns, '-a_srs', 'EPSG:4326']);
      const { target, draw } = await this.tiles(geopackage);
      return { draw, sampled: summarizeTiles({ tiles: target }).sampled };
    },

    /** Makes the tile file of the first layer of a GeoPackage; returns what was made and how to draw a tile of it. */
    async tiles(path: string) {
      const info = await inspectDataset(gdal, { path, format: 'GPKG' }, { cwd: await scratch() });
      const target = join(await scratch(), 'layer.tiles');
      const reply = await makeTiles(gdal, { path, layer: info.layers![0]!, target, cwd: await scratch() });
      return { ...reply, target, draw: (place: string) => drawTile(target, place) };
    },
  };
}

function drawTile(tiles: string, place: string): Feature[] {
  const [z, x, y] = place.split('/').map(Number) as [number, number, number];
  const { tile } = readTile({ tiles, z, x, y, rows: null });
  if (tile === null) return [];
  const layer = new VectorTile(new PbfReader(tile)).layers.features!;
  return Array.from({ length: layer.length }, (_, i) => {
    const feature = layer.feature(i);
    const paths = feature.loadGeometry().map((path) => path.map(({ x, y }) => ({ x, y })));
    return { id: feature.id ?? -1, kind: feature.type, properties: feature.properties, paths };
  });
}

/** A position in the units of a tile (EPSG:3857). */
export function placeInTile(
  [longitude, latitude]: [number, number],
  place: string,
): { x: number; y: number } {
  const [z, x, y] = place.split('/').map(Number) as [number, number, number];
  const world = 4096 * 2 ** z;
  const phi = (latitude * Math.PI) / 180;
  return {
    x: (longitude / 360 + 0.5) * world - x * 4096,
    y: (0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI)) * world - y * 4096,
  };
}

/** By the surveyor's formula: positive for shells, negative for holes. */
export function areaOf(ring: { x: number; y: number }[]): number {
  return ring.reduce((sum, a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    return sum + (a.x * b.y - b.x * a.y) / 2;
  }, 0);
}
