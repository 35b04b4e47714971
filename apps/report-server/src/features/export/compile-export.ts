import type { ReportServerSchemas } from '@cairn/contracts';
import { findGeometry } from '../catalogue/find-table.ts';
import type { Column, Table } from '../catalogue/types.ts';
import type { Statement } from '../datasources/read.ts';
import { compileSelect } from '../query/compile-select.ts';
import { badPlace } from '../query/errors.ts';
import { bindSettings } from '../query/parameters.ts';
import type { CompiledSelect, OutputColumn, Selection, Source } from '../query/types.ts';
import { ident } from '@cairn/db';
import { EXPORT_FORMATS } from './formats.ts';
import type { ExportFormat } from './formats.ts';
import { geojsonOutput } from './geojson-values.ts';
import { gpkgOutput } from './gpkg-values.ts';

type ExportRequest = ReportServerSchemas['ExportRequest'];
/** Without the table. */
export type ExportShape = Omit<ExportRequest, 'datasource' | 'schema' | 'table'>;

export const MAX_ROWS = 5_000_000;
/** Of a datasource, and few enough for every format. */
const MAX_COLUMNS = 1_000;

export interface CompiledExport {
  /** Sets the values that the COPY reads: it takes no parameters. */
  bind: Statement;
  copy: string;
  columns: OutputColumn[];
  /** The geometry of the features; null for rows. */
  geometry: Column | null;
  /** Rows of the file at most; the statement reads one more. */
  limit: number;
}

/**
 * The rows of an export as one COPY.
 * @throws {AppError} bad_request that names the place in the request
 */
export function compileExport(
  source: Source,
  request: ExportShape,
  { format, timeZone, maxRows }: { format: ExportFormat; timeZone: string; maxRows: number },
): CompiledExport {
  const whole = { maxLimit: maxRows, maxColumns: MAX_COLUMNS };
  if (!EXPORT_FORMATS[format].isSpatial) {
    if (request.geometry !== undefined) throw badPlace('geometry', `${format} takes it among the columns.`);
    const compiled = compileSelect(source, request, { timeZone, whole });
    const how = format === 'csv' ? 'FORMAT csv' : 'FORMAT text';
    return finish(compiled, { copy: `COPY (${compiled.text}) TO STDOUT (${how})`, geometry: null });
  }
  const geometry = chooseGeometry(source.table, request, format);
  const selection = { ...request, columns: featureColumns(source.table, request.columns, geometry) };
  const output =
    format === 'geojson' ? geojsonOutput(geometry.name) : gpkgOutput(geometry.name, format === 'shapefile');
  const compiled = compileSelect(source, selection as Selection, { timeZone, whole: { ...whole, output } });
  if (format !== 'geojson') {
    return finish(compiled, { copy: `COPY (${compiled.text}) TO STDOUT (FORMAT binary)`, geometry });
  }
  const postgis = `${ident(source.postgisSchema!)}.`;
  const name = `'${geometry.name.replaceAll("'", "''")}'`;
  // PostGIS writes {"type": null} for a geometry that is missing, and RFC 7946 wants null.
  const json = `${postgis}ST_AsGeoJSON(r.*, ${name}, 7)`;
  const feature = `CASE WHEN r.${ident(geometry.name)} IS NULL THEN pg_catalog.regexp_replace(${json}, '{"type": null}', 'null') ELSE ${json} END`;
  // Each feature begins with a comma, so that all but the first byte is sent as it comes. Its text has no control characters.
  const features = `SELECT ',' || ${feature} FROM (${compiled.text}) AS r`;
  const how = `FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02'`;
  return finish(compiled, { copy: `COPY (${features}) TO STDOUT (${how})`, geometry });
}

function finish(
  { values, columns, limit }: Pick<CompiledSelect, 'values' | 'columns' | 'limit'>,
  rest: Pick<CompiledExport, 'copy' | 'geometry'>,
): CompiledExport {
  return { bind: bindSettings(values), columns, limit, ...rest };
}

function chooseGeometry(table: Table, request: ExportShape, format: ExportFormat): Column {
  for (const place of ['group_by', 'aggregates'] as const) {
    if (request[place])
      throw badPlace(place, `${format} has features, not groups. Export them as csv or excel.`);
  }
  const geometry = findGeometry(table, request.geometry, 'geometry');
  if (geometry.geometry!.srid > 0) return geometry;
  throw badPlace('geometry', `the column "${geometry.name}" does not say its reference system (SRID 0).`);
}

/** The columns beside the geometry, then the geometry. */
function featureColumns(table: Table, names: string[] | undefined, geometry: Column): string[] {
  const light = table.columns.filter(({ family }) => family !== 'geometry' && family !== 'binary');
  const chosen = (names ?? light.map(({ name }) => name)).filter((name) => name !== geometry.name);
  return [...chosen, geometry.name];
}
