import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeatureCollection, Geometry } from 'geojson';
import type { Drawing } from './clip.ts';
import { linePath, ringPath, round } from './clip.ts';
import { worldOffsets } from './extent.ts';
import { escapeXml, haloText } from './svg-text.ts';

interface BaseLayers {
  land: Geometry[];
  borders: Geometry[];
  lakes: Geometry[];
  rivers: Geometry[];
  places: { name: string; rank: number; position: [number, number] }[];
}

const opened = new Map<string, BaseLayers | null>();

export const WATER = '#dbe7f0';
const LAND = '#f6f3ec';

/** Reads the layers of a folder once in a process; null when they are missing. */
export function openBasemap(folder: string): BaseLayers | null {
  let layers = opened.get(folder);
  if (layers === undefined) {
    layers = existsSync(join(folder, 'land.json')) ? readLayers(folder) : null;
    opened.set(folder, layers);
  }
  return layers;
}

function readLayers(folder: string): BaseLayers {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as FeatureCollection;
  const geometries = (name: string) => read(name).features.map(({ geometry }) => geometry);
  return {
    land: geometries('land'),
    borders: geometries('borders'),
    lakes: geometries('lakes'),
    rivers: geometries('rivers'),
    places: read('places').features.flatMap(({ geometry, properties }) =>
      geometry.type === 'Point'
        ? [
            {
              name: String(properties?.name ?? ''),
              rank: Number(properties?.rank ?? 9),
              position: [geometry.coordinates[0] ?? 0, geometry.coordinates[1] ?? 0] as [number, number],
            },
          ]
        : [],
    ),
  };
}

/** Land, lakes, rivers and borders as SVG, below the features. */
export function drawBasemap(layers: BaseLayers, drawing: Drawing): string {
  const offsets = worldOffsets(drawing.projection.extent);
  const areas = (geometries: Geometry[]) => pathOf(geometries, drawing, offsets);
  return [
    `<path d="${areas(layers.land)}" fill="${LAND}" fill-rule="evenodd"/>`,
    `<path d="${areas(layers.lakes)}" fill="${WATER}" fill-rule="evenodd"/>`,
    `<path d="${areas(layers.rivers)}" fill="none" stroke="#b9d0e2" stroke-width="0.5"/>`,
    `<path d="${areas(layers.borders)}" fill="none" stroke="#b3aa9c" stroke-width="0.6" stroke-dasharray="2.5 1.5"/>`,
  ].join('');
}

/** Names of large towns, above the features, as many as do not cover each other or what is taken. */
export function drawPlaces(
  layers: BaseLayers,
  drawing: Drawing,
  claim: (box: [number, number, number, number]) => boolean,
): string {
  const { projection, frame } = drawing;
  const out: string[] = [];
  const places = layers.places.toSorted((a, b) => a.rank - b.rank);
  for (const offset of worldOffsets(projection.extent)) {
    for (const { name, position } of places) {
      const [x, y] = projection.project(position[0] + offset, position[1]);
      const width = name.length * 3.8 + 6;
      if (x < 2 || y < 6 || x + width > frame.width || y > frame.height - 6) continue;
      if (!claim([x - 2, y - 4, x + width, y + 4])) continue;
      out.push(`<circle cx="${round(x)}" cy="${round(y)}" r="1.1" fill="#5b6770"/>`);
      out.push(haloText(escapeXml(name), { x: x + 3, y: y + 2.3, size: 6.5, color: '#5b6770' }));
    }
  }
  return out.join('');
}

function pathOf(geometries: Geometry[], drawing: Drawing, offsets: number[]): string {
  return offsets
    .flatMap((offset) =>
      geometries.flatMap((geometry) => {
        if (geometry.type === 'MultiPolygon') {
          return geometry.coordinates.flat().map((ring) => ringPath(ring, drawing, offset));
        }
        if (geometry.type === 'MultiLineString') {
          return geometry.coordinates.map((line) => linePath(line, drawing, offset));
        }
        return [];
      }),
    )
    .join('');
}
