import { assumeCrs, missingCrs } from '../crs/crs.ts';
import type { MissingCrs } from '../crs/crs.ts';
import type { Extent } from '../crs/extent.ts';
import type { Gdal, GdalOptions } from './gdal.ts';

/** The output of `ogrinfo -so -al` for one layer. */
export interface LayerSummary {
  name: string;
  /** Such as Point, MultiPolygon or Geometry. */
  geometryType: string;
  featureCount: number;
  srid: number | null;
  /** Present when the file names no coordinate system for the layer. */
  missingCrs?: MissingCrs;
  /** As the file spells them; absent when another program read the file. */
  fieldNames?: string[];
}

/** "name: String (80.0)", after the layer's own lines. */
const FIELD =
  /^(.+): (?:Integer|Integer64|Real|String|Date|Time|DateTime|Binary)(?:List)?(?:\(\w+\))? \(\d+\.\d+\)/gm;

/** Opens a file that GDAL may see: the driver that took it, and its layers with geometries. */
export async function summarizeWithGdal(
  gdal: Gdal,
  input: string,
  run: GdalOptions,
): Promise<{ driver: string | null; layers: LayerSummary[] }> {
  const { stdout } = await gdal.run('ogrinfo', ['-ro', '-so', '-al', input], {
    ...run,
    maxOutputBytes: 16 * 1024 * 1024,
  });
  const { driver, layers } = parseOgrinfo(stdout);
  return { driver, layers: layers.filter(({ geometryType }) => geometryType !== 'None') };
}

/** The driver that opened the file, and its layers. Reads GDAL's text, since `-json` came only with GDAL 3.7. */
export function parseOgrinfo(text: string): { driver: string | null; layers: LayerSummary[] } {
  const driver = /using driver `(.+?)' successful/.exec(text)?.[1] ?? null;
  const layers = text
    .split(/^Layer name: /m)
    .slice(1)
    .map((part) => ({
      name: part.slice(0, part.indexOf('\n')).trim(),
      geometryType: plainGeometryType(/^Geometry: (.+)$/m.exec(part)?.[1] ?? 'Unknown (any)'),
      featureCount: Number(/^Feature Count: (\d+)$/m.exec(part)?.[1] ?? 0),
      srid: sridOfWkt(part),
      ...missingIn(part),
      fieldNames: [...part.matchAll(FIELD)].map(([, name]) => name as string),
    }));
  return { driver, layers };
}

/** Facts of a layer without a known CRS. */
function missingIn(part: string): Pick<LayerSummary, 'missingCrs'> {
  if (!/^Layer SRS WKT:\n\(unknown\)$/m.test(part)) return {};
  const numbers = /^Extent: \((\S+), (\S+)\) - \((\S+), (\S+)\)$/m.exec(part)?.slice(1).map(Number);
  const missing = missingCrs(assumeCrs(numbers ? (numbers as Extent) : null));
  return missing ? { missingCrs: missing } : {};
}

/** "3D Measured Multi Polygon", "Unknown (any)" and the like as MultiPolygon, Geometry, … */
export function plainGeometryType(text: string): string {
  const plain = text.replace(/^(3D |Measured )*/, '').replace(/\s+/g, '');
  if (plain.startsWith('Unknown') || plain === '') return 'Geometry';
  return plain === 'GeometryCollection' || plain === 'None' ? plain : plain.replace(/^Line$/, 'LineString');
}

/** The EPSG code at the end of a WKT (its outermost identifier), or null. */
export function sridOfWkt(text: string): number | null {
  const wkt = /^Layer SRS WKT:\n([\s\S]*?)\nData axis/m.exec(text)?.[1] ?? '';
  const code = /(?:ID|AUTHORITY)\["EPSG","?(\d+)"?\]\]\s*$/.exec(wkt)?.[1];
  return code ? Number(code) : null;
}
