import { unprocessable } from '@cairn/service/errors';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import type {
  FeatureColumn,
  FeatureKind,
  WriteFeaturesReply,
  WriteFeaturesRequest,
} from '../reader-protocol/feature-types.ts';

/** The format counts in 16-bit words with a sign, and most programs stop here. */
const MAX_BYTES = 2 ** 31 - 1;
const MAX_FIELDS = 255;
const MAX_TEXT = 254;
/** Header of a shape in the file, with its box. */
const SHAPE_BYTES = 60;
const WIDTHS: Partial<Record<FeatureColumn['value'], number>> = {
  integer: 18,
  real: 24,
  boolean: 1,
  date: 8,
};
const TYPES: Record<FeatureKind, string> = { point: 'POINT', line: 'LINESTRING', polygon: 'POLYGON' };
const ENDINGS = ['shp', 'shx', 'dbf', 'prj', 'cpg'];

/**
 * Turns a GeoPackage of `writeFeatures` into shapefiles, one for each kind of geometry: `<name>_point`, `_line`, `_polygon`. The
 * columns must have names of `shapefileNames`, and texts, numbers, booleans and dates only.
 * @returns the names of the files in the job's folder
 * @throws {AppError} unprocessable for more than a shapefile can have, before anything is written
 */
export async function writeShapefiles(
  gdal: Gdal,
  { request, facts, name }: { request: WriteFeaturesRequest; facts: WriteFeaturesReply; name: string },
  options: GdalOptions,
): Promise<string[]> {
  refuseTooMuch(request, facts);
  const kinds = (Object.keys(TYPES) as FeatureKind[]).filter((kind) => facts.kinds[kind].features > 0);
  const files: string[] = [];
  for (const kind of kinds.length > 0 ? kinds : [declaredKind(request)]) {
    const file = `${name}_${kind}`;
    const { multiple } = facts.kinds[kind];
    const type = `${kind === 'point' && multiple === 0 ? '' : 'MULTI'}${TYPES[kind]}${request.geometry.hasZ ? 'Z' : ''}`;
    await gdal.run(
      'ogr2ogr',
      [
        ...['-f', 'ESRI Shapefile', `${file}.shp`, request.output, '-lco', 'ENCODING=UTF-8', '-nlt', type],
        ...['-dialect', 'OGRSQL', '-sql', selectOf(kind, request, facts)],
      ],
      options,
    );
    files.push(...ENDINGS.map((ending) => `${file}.${ending}`));
  }
  return files;
}

/** Texts get the width of the longest: with that of the driver they would be widened by rewriting the file. */
function selectOf(
  kind: FeatureKind,
  { columns, layer }: WriteFeaturesRequest,
  { texts }: WriteFeaturesReply,
): string {
  const list = columns.map(({ name, value }, i) =>
    value === 'text'
      ? `CAST("${name}" AS character(${textWidth(texts[i]!.longest)})) AS "${name}"`
      : `"${name}"`,
  );
  const types = `'${TYPES[kind]}', 'MULTI${TYPES[kind]}'`;
  return `SELECT ${list.length > 0 ? list.join(', ') : 'fid'} FROM "${layer}" WHERE OGR_GEOMETRY IN (${types})`;
}

function textWidth(longest: number): number {
  return Math.min(MAX_TEXT, Math.max(1, longest));
}

function refuseTooMuch({ columns }: WriteFeaturesRequest, { kinds, texts }: WriteFeaturesReply): void {
  if (columns.length > MAX_FIELDS) {
    throw unprocessable(
      'geo.shapefile_fields',
      `A shapefile has at most ${MAX_FIELDS} fields, and there are ${columns.length}. Choose columns, or another format.`,
    );
  }
  const record = columns.reduce(
    (sum, { value }, i) => sum + (WIDTHS[value] ?? textWidth(texts[i]!.longest)),
    1,
  );
  for (const { features, bytes } of Object.values(kinds)) {
    const most = Math.max(features * record, bytes + features * SHAPE_BYTES);
    if (most <= MAX_BYTES) continue;
    throw unprocessable(
      'geo.shapefile_size',
      `A file of the shapefile would have ${Math.ceil(most / 1e6)} MB for ${features} features; the format ends at 2,147. Filter the rows, choose columns, or take gpkg.`,
    );
  }
}

function declaredKind({ geometry }: WriteFeaturesRequest): FeatureKind {
  if (geometry.type.includes('LINE')) return 'line';
  return geometry.type.includes('POLYGON') ? 'polygon' : 'point';
}
