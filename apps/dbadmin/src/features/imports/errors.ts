import { DatabaseError } from 'pg';
import {
  AppError,
  badRequest,
  conflict,
  forbidden,
  notFound,
  tooLarge,
  unavailable,
  unprocessable,
} from '@cairn/service';

export function noUpload() {
  return badRequest(
    'dbadmin.no_such_upload',
    'source_path must be the path that your upload to this database returned. Uploads are kept for a day, or until newer ones need the space.',
  );
}

export function noLayer(layer: string) {
  return badRequest(
    'dbadmin.no_such_layer',
    `The file has no layer "${layer}". Choose one that its upload listed.`,
  );
}

export function badFileName(maxBytes: number) {
  return badRequest(
    'dbadmin.bad_file_name',
    `The file name must have at most ${maxBytes} bytes and no control characters.`,
  );
}

export function unsupportedExtension() {
  return badRequest(
    'dbadmin.extension_not_accepted',
    'Send a .gpkg, a .zip with a shapefile, a .geojson, a .json or a .shp.',
  );
}

export function notAShapefile() {
  return unprocessable('dbadmin.content_mismatch', 'The file is named .shp but is not a shapefile.');
}

export function unreadableShp() {
  return unprocessable(
    'dbadmin.unreadable_shp',
    'The .shp cannot be read without its other files. Send a .zip with its .dbf, .shx and .prj.',
  );
}

export function quotaExceeded() {
  return tooLarge(
    'dbadmin.no_room_for_upload',
    'There is not enough space for this file beside the uploads that are waiting to be imported. Wait until they are imported, or send a smaller file.',
  );
}

export function uploadDeleted() {
  return unprocessable('dbadmin.upload_gone', 'The uploaded file was deleted. Upload it again.');
}

export function layerGone(layer: string) {
  return unprocessable('dbadmin.layer_gone', `The file no longer contains the layer "${layer}".`);
}

export function badTableName(what: 'schema' | 'table') {
  return badRequest(
    'dbadmin.bad_table_name',
    `The name of the ${what} must have 1 to 63 bytes and start with a letter or "_", followed by letters, digits, "_", "$", "-" or spaces.`,
  );
}

export function systemSchema(schema: string) {
  return badRequest(
    'dbadmin.system_schema',
    `The schema "${schema}" belongs to PostgreSQL. Choose another one.`,
  );
}

export function noSuchSchema(schema: string) {
  return badRequest(
    'dbadmin.no_such_schema',
    `There is no schema "${schema}" in the database. Create it first.`,
  );
}

export function noPostgis() {
  return conflict(
    'dbadmin.no_postgis',
    'PostGIS is not installed in the database. Run CREATE EXTENSION postgis in it, then import.',
  );
}

export function unknownSrid(srid: number) {
  return badRequest(
    'dbadmin.unknown_srid',
    `The database has no coordinate system EPSG:${srid}. Check the number.`,
  );
}

export function tableExists(name: string) {
  return conflict(
    'dbadmin.table_exists',
    `The table ${name} already exists. Allow overwriting, or choose another name.`,
  );
}

/** `what` says what the table is instead. */
export function notReplaceable(name: string, what: string) {
  return conflict('dbadmin.not_a_table', `${name} is ${what} and cannot be replaced. Choose another name.`);
}

/** The new table would show all rows to everyone who may read it. */
export function guardedTable(name: string) {
  return conflict(
    'dbadmin.table_guarded',
    `Row-level security policies protect ${name}, and a new table would have none. Import into another table.`,
  );
}

/** `dependents` describes the objects. */
export function tableInUse(name: string, dependents: string) {
  return conflict(
    'dbadmin.table_in_use',
    `Replacing ${name} would drop or break: ${dependents}. Drop these first, or import into another table.`,
  );
}

/** How long an import waits for a lock: later queries on the table wait behind it. */
export const LOCK_WAIT = '30s';

/** Explains lock_not_available. Other errors are returned unchanged. */
export function explainLock(error: unknown, name: string): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '55P03') return error;
  return conflict(
    'dbadmin.table_busy',
    `Another session has used ${name} for longer than ${LOCK_WAIT}. Nothing was imported. Try again later.`,
  );
}

export function noTableToAppendTo(name: string) {
  return badRequest(
    'dbadmin.no_such_table',
    `There is no table ${name} to append to. Choose an existing table, or import into a new one.`,
  );
}

export function notAppendable(name: string) {
  return conflict(
    'dbadmin.not_a_table',
    `${name} is not a plain table, so nothing can be appended to it. Choose another one.`,
  );
}

export function noGeometryColumn(name: string) {
  return conflict(
    'dbadmin.no_geometry_column',
    `The table ${name} has no geometry column. Choose another one, or import into a new table.`,
  );
}

export function appendGuarded(name: string) {
  return conflict(
    'dbadmin.table_guarded',
    `Row-level security of ${name} also applies to imports. Insert the rows with SQL, or import into another table.`,
  );
}

export function noCrs(layer: string) {
  return unprocessable(
    'dbadmin.no_crs',
    `The layer "${layer}" has no coordinate system. Enter one as EPSG:<number>.`,
  );
}

export function notTransformed(srid: number) {
  return unprocessable(
    'dbadmin.not_transformed',
    `The coordinates of the file cannot be transformed to EPSG:${srid}. Nothing was imported.`,
  );
}

/** `crs` is the name of the system in the file, or null. */
export function sridNotDetected(crs: string | null) {
  return unprocessable(
    'dbadmin.srid_not_detected',
    crs === null
      ? 'The file has no coordinate system. Enter one as EPSG:<number>.'
      : `The coordinate system of the file, "${crs.slice(0, 100)}", is not in the database. Enter one as EPSG:<number>.`,
  );
}

export function noVault() {
  return unavailable(
    'dbadmin.no_vault',
    'Datasets cannot be imported here. Ask the operator to set VAULT_URL.',
  );
}

export function noSuchVersion(dataset: string) {
  return notFound('dbadmin.no_such_version', `The dataset "${dataset}" has no such version.`);
}

export function rasterNotImported() {
  return badRequest(
    'dbadmin.raster_not_imported',
    'Rasters cannot be imported into a database here. Choose a dataset with vector layers.',
  );
}

export function tableNotImported() {
  return badRequest(
    'dbadmin.table_not_imported',
    'This dataset shows a table of a database and has no file. Choose another one.',
  );
}

export function datasetTooLarge(maxBytes: number) {
  const mebibytes = Math.floor(maxBytes / 1024 ** 2);
  return tooLarge(
    'dbadmin.dataset_too_large',
    `The file of the dataset is larger than ${mebibytes} MiB. Load it from the vault into the database instead.`,
  );
}

export function datasetCutShort(cause?: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'dbadmin.dataset_cut_short',
    message: 'The file of the dataset did not arrive completely. Try again in a moment.',
    cause,
  });
}

/** The vault refused a request, with its own sentence. */
export function vaultRefused(status: number, sentence: string | undefined): AppError {
  const message = sentence ?? 'The vault did not respond as expected. Try again in a moment.';
  if (status === 401 || status === 403) return forbidden('dbadmin.dataset_refused', message);
  if (status === 404) return notFound('dbadmin.no_such_dataset', message);
  return unavailable('dbadmin.vault_failed', message);
}
