import { extname } from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';
import { formatByName } from '@cairn/geo';
import { unprocessable } from '@cairn/service';

const EXTENSION_OF = new Map([
  ['application/geo+json', '.geojson'],
  ['application/vnd.geo+json', '.geojson'],
  ['application/json', '.geojson'],
  ['application/geopackage+sqlite3', '.gpkg'],
  ['application/x-sqlite3', '.gpkg'],
  ['application/vnd.sqlite3', '.gpkg'],
  ['image/tiff', '.tif'],
  ['application/zip', '.zip'],
  ['application/x-zip-compressed', '.zip'],
]);
/** In bytes, as file systems count. */
const MAX_NAME = 255;

/**
 * The name of a downloaded file: the name in Content-Disposition, else the last segment of the address, if its extension is
 * supported; else that name with the extension of the Content-Type.
 * @throws {AppError} unprocessable when nothing shows the format.
 */
export function fileNameOf(
  headers: IncomingHttpHeaders,
  { addresses, fallback }: { addresses: URL[]; fallback: string },
): string {
  const given = [dispositionName(headers['content-disposition']), ...addresses.map(lastPart)];
  const names = given.map(plainName).filter((name) => name !== '');
  const supported = names.find((name) => formatByName(name) !== null);
  if (supported) return shortened(supported);
  const type = mediaType(headers);
  const extension = EXTENSION_OF.get(type);
  if (!extension) {
    throw unprocessable(
      'vault.unknown_file_type',
      `Neither the address nor the server${type ? ` (${type})` : ''} says that this is a GeoPackage, a GeoJSON, a zipped shapefile or a GeoTIFF. Use an address that ends in .gpkg, .geojson, .zip or .tif.`,
    );
  }
  const [name = fallback] = names;
  return shortened(`${name.slice(0, name.length - extname(name).length) || fallback}${extension}`);
}

export function mediaType(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** RFC 6266: `filename*` is the name, `filename` a fallback for old clients. */
function dispositionName(header: string | undefined): string {
  const full = /(?:^|;)\s*filename\*\s*=\s*(?:UTF-8|ISO-8859-1)'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1];
  if (full) return decoded(full);
  const quoted = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return /(?:^|;)\s*filename\s*=\s*([^;\s"]+)/i.exec(header ?? '')?.[1] ?? '';
}

function lastPart(url: URL): string {
  return decoded(url.pathname.split('/').at(-1) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Without folders and control characters. */
function plainName(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').normalize('NFC').replace(/\p{C}/gu, '').trim();
}

function shortened(name: string): string {
  const extension = extname(name);
  let stem = name.slice(0, name.length - extension.length).slice(0, MAX_NAME);
  while (Buffer.byteLength(stem + extension) > MAX_NAME) stem = [...stem].slice(0, -1).join('');
  return stem + extension;
}
