import { MAX_LATITUDE } from '../crs/web-mercator.ts';

export const THUMBNAIL_SIZE = { width: 480, height: 320 } as const;
const PADDING = 14;
/** More points than this are thinned evenly: each costs the drawing time and memory. */
const MAX_POINTS = 20_000;
const INK = '#0b7285';

type Position = [number, number];

interface Shapes {
  points: Position[];
  lines: Position[][];
  areas: Position[][][];
}

/** A picture of a raster's preview, fitted into the thumbnail's size. WebP. */
export async function thumbnailFromImage(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture)
    .resize({ ...THUMBNAIL_SIZE, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .webp({ quality: 80 })
    .toBuffer();
}

/**
 * Draws a GeoJSON FeatureCollection (WGS84) in Web Mercator, fitted into the thumbnail's size, without a background
 * map. WebP with transparency.
 */
export async function thumbnailFromGeoJson(text: string): Promise<Buffer> {
  const collection = JSON.parse(text) as { features: { geometry: GeoJsonGeometry | null }[] };
  const shapes: Shapes = { points: [], lines: [], areas: [] };
  for (const { geometry } of collection.features) if (geometry) collect(geometry, shapes);
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawSvg(shapes)))
    .webp({ quality: 82 })
    .toBuffer();
}

interface GeoJsonGeometry {
  type: string;
  coordinates?: unknown;
  geometries?: GeoJsonGeometry[];
}

/** Without empty geometries and invalid positions. Loops, since a call cannot have 100,000 arguments. */
function collect(geometry: GeoJsonGeometry, shapes: Shapes): void {
  const { type, coordinates, geometries } = geometry;
  if (type === 'Point') addPoint(coordinates as Position, shapes);
  else if (type === 'MultiPoint') for (const point of coordinates as Position[]) addPoint(point, shapes);
  else if (type === 'LineString') shapes.lines.push(coordinates as Position[]);
  else if (type === 'MultiLineString')
    for (const line of coordinates as Position[][]) shapes.lines.push(line);
  else if (type === 'Polygon') shapes.areas.push(coordinates as Position[][]);
  else if (type === 'MultiPolygon') for (const area of coordinates as Position[][][]) shapes.areas.push(area);
  else for (const part of geometries ?? []) collect(part, shapes);
}

function addPoint(point: Position, shapes: Shapes): void {
  if (point.length >= 2) shapes.points.push(point);
}

function drawSvg(shapes: Shapes): string {
  const { width, height } = THUMBNAIL_SIZE;
  const place = fit(shapes);
  const path = (ring: Position[], end: string) => {
    let last = '';
    let text = '';
    for (const position of ring) {
      const at = place(position);
      // Vertices that fall on the same half pixel add nothing.
      if (at === last) continue;
      text += `${text ? 'L' : 'M'}${at}`;
      last = at;
    }
    return text + end;
  };
  const areas = shapes.areas
    .map((rings) => `<path d="${rings.map((ring) => path(ring, 'Z')).join('')}"/>`)
    .join('');
  const lines = shapes.lines.map((line) => `<path d="${path(line, '')}"/>`).join('');
  const radius = shapes.points.length > 2_000 ? 1.2 : shapes.points.length > 200 ? 2 : 3.2;
  // Points that fall on the same half pixel are one, so that the picture has no more of them than it has places.
  const step = Math.ceil(shapes.points.length / MAX_POINTS);
  const points = [...new Set(shapes.points.filter((_, i) => i % step === 0).map(place))]
    .map((at) => {
      const [x, y] = at.split(' ');
      return `<circle cx="${x}" cy="${y}" r="${radius}"/>`;
    })
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<g fill="${INK}" fill-opacity="0.35" fill-rule="evenodd" stroke="${INK}" stroke-width="0.8" stroke-linejoin="round">${areas}</g>
<g fill="none" stroke="${INK}" stroke-width="1.2" stroke-linecap="round">${lines}</g>
<g fill="${INK}" fill-opacity="0.75">${points}</g></svg>`;
}

/** A function from degrees to half pixels of the thumbnail, as the text of an SVG position. */
function fit(shapes: Shapes): (position: Position) => string {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  const widen = (position: Position) => {
    const [x, y] = project(position);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  };
  shapes.points.forEach(widen);
  shapes.lines.forEach((line) => line.forEach(widen));
  shapes.areas.forEach((rings) => rings[0]?.forEach(widen));
  const { width, height } = THUMBNAIL_SIZE;
  const across = Math.max(box.right - box.left, 1e-9);
  const up = Math.max(box.top - box.bottom, 1e-9);
  const scale = Math.min((width - 2 * PADDING) / across, (height - 2 * PADDING) / up);
  const centre = [(box.left + box.right) / 2, (box.bottom + box.top) / 2] as const;
  return (position) => {
    const [x, y] = project(position);
    const column = Math.round(((x - centre[0]) * scale + width / 2) * 2) / 2;
    const row = Math.round((height / 2 - (y - centre[1]) * scale) * 2) / 2;
    return `${column} ${row}`;
  };
}

/** Web Mercator in degrees of the equator. */
function project([longitude, latitude]: Position): Position {
  const phi = (Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return [longitude, (Math.log(Math.tan(Math.PI / 4 + phi / 2)) * 180) / Math.PI];
}
