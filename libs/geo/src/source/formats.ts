import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { badRequest, unprocessable } from '@cairn/service/errors';

/** GDAL's names of the formats that may be brought. */
export type Format = 'GPKG' | 'GeoJSON' | 'ESRI Shapefile' | 'GTiff';
export type DatasetType = 'vector' | 'raster';

const BY_EXTENSION: Record<string, Format> = {
  '.gpkg': 'GPKG',
  '.geojson': 'GeoJSON',
  '.json': 'GeoJSON',
  '.zip': 'ESRI Shapefile',
  '.tif': 'GTiff',
  '.tiff': 'GTiff',
};
/** Formats with known names that are not supported. */
const RECOGNISED = ['.kml', '.qgs', '.qgz'];
const LIST = '.gpkg, .geojson, .json, .zip (a shapefile), .tif or .tiff';

export function typeOf(format: Format): DatasetType {
  return format === 'GTiff' ? 'raster' : 'vector';
}

/** Enough to recognise every format. */
export const HEAD_BYTES = 4096;
/** In bytes: the most that file systems take, so that a download can be saved under the name of the upload. */
const MAX_FILE_NAME = 255;

/** Refuses file names that no file can have, or whose extension no format has: AppError `bad_request`. */
export function checkFileName(fileName: string): void {
  if (Buffer.byteLength(fileName) > MAX_FILE_NAME) {
    throw badRequest(
      'vault.file_name_too_long',
      `The file's name is longer than ${MAX_FILE_NAME} bytes; shorten it and send the file again.`,
    );
  }
  if (/\p{Cc}/u.test(fileName)) {
    throw badRequest(
      'vault.bad_file_name',
      'The file name contains control characters. Rename the file and send it again.',
    );
  }
  const extension = extname(fileName).toLowerCase();
  if (extension in BY_EXTENSION || RECOGNISED.includes(extension)) return;
  throw badRequest(
    'vault.extension_not_accepted',
    `${extension ? `Files of the type "${extension}"` : 'Files without an extension'} are not accepted; send ${LIST}.`,
  );
}

/**
 * The format that a file claims by its name, checked against its first bytes.
 * AppError `unprocessable` when the content is something else.
 */
export async function detectFormat(path: string, fileName: string): Promise<Format> {
  return formatOfContent(await firstBytes(path, HEAD_BYTES), fileName);
}

/** The same for a caller that has read the first `HEAD_BYTES` of the file. */
export function formatOfContent(head: Buffer, fileName: string): Format {
  const extension = extname(fileName).toLowerCase();
  const format = formatByName(fileName);
  if (!format) {
    throw unprocessable(
      'vault.type_not_supported',
      `Files of the type ${extension} cannot be stored; send ${LIST}.`,
    );
  }
  if (head.length === 0) throw unprocessable('vault.empty_file', 'The file is empty.');
  if (!MAGIC[format](head)) {
    throw unprocessable(
      'vault.content_mismatch',
      `The file has the extension ${extension} but a different content. ${HOPE[format]}.`,
    );
  }
  return format;
}

/** The format that a file claims by its name; null when no format has this extension. */
export function formatByName(fileName: string): Format | null {
  return BY_EXTENSION[extname(fileName).toLowerCase()] ?? null;
}

const HOPE: Record<Format, string> = {
  GPKG: 'Export it as a GeoPackage',
  GeoJSON: 'Export it as GeoJSON',
  'ESRI Shapefile': 'Pack the shapefile as a zip',
  GTiff: 'Export it as a GeoTIFF',
};

const MAGIC: Record<Format, (head: Buffer) => boolean> = {
  GPKG: (head) =>
    head.subarray(0, 16).toString('latin1') === 'SQLite format 3\0' &&
    ['GPKG', 'GP10', 'GP11'].includes(head.subarray(68, 72).toString('latin1')),
  GeoJSON: (head) => /^\uFEFF?\s*\{/.test(head.toString('utf8')),
  'ESRI Shapefile': (head) => head.subarray(0, 4).toString('latin1') === 'PK\x03\x04',
  GTiff: (head) =>
    ['49492a00', '4d4d002a', '49492b00', '4d4d002b'].includes(head.subarray(0, 4).toString('hex')),
};

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
