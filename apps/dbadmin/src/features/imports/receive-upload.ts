import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Request } from 'express';
import { receiveUpload, toStorageError } from '@cairn/files';
import type { InScratch, StagedFile, Storage } from '@cairn/files';
import { checkSource, detectFormat, openGdal } from '@cairn/geo';
import { badRequest, unprocessable } from '@cairn/service';
import { convertBareShp } from './bare-shp.ts';
import type { SourceLayer } from './types.ts';

const EXTENSIONS = ['.gpkg', '.zip', '.geojson', '.json', '.shp'];
const MAX_FILE_NAME = 255;
/** ESRI's whitepaper on shapefiles: the file code 9994, big-endian, first. */
const SHP_MAGIC = '0000270a';

export interface Received {
  id: string;
  filename: string;
  sourcePath: string;
  size: number;
  layers: SourceLayer[];
}

/** Folder of all uploads; each has one of its own there, called by its id. */
export function uploadsFolder(storageRoot: string): string {
  return join(storageRoot, 'imports');
}

/**
 * Takes one file of a form, streamed to the disk, and makes sure in the sandbox that it is what its name claims. Then it is kept
 * in a folder of its own. When this throws, nothing of it is left.
 */
export async function receiveSource(
  { storage, inScratch, maxBytes }: { storage: Storage; inScratch: InScratch; maxBytes: number },
  req: Request,
  signal: AbortSignal,
): Promise<Received> {
  const { fileName, file } = await receiveUpload({
    req,
    storage,
    maxBytes,
    field: 'file',
    accept: acceptName,
  });
  return keepSource({ storage, inScratch }, { fileName, file }, signal);
}

/** Makes sure in the sandbox that a staged file is what its name claims, and keeps it in a folder of its own. */
export async function keepSource(
  { storage, inScratch }: { storage: Storage; inScratch: InScratch },
  { fileName, file }: { fileName: string; file: StagedFile },
  signal: AbortSignal,
): Promise<Received> {
  try {
    return await inScratch(async (cwd) => {
      const { path, extension, layers } = await check(file, { fileName, cwd, signal });
      const id = randomUUID();
      const folder = join(uploadsFolder(storage.root), id);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const sourcePath = join(folder, `source${extension}`);
        await rename(path, sourcePath);
        return { id, filename: fileName, sourcePath, size: (await stat(sourcePath)).size, layers };
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw toStorageError(error);
      }
    });
  } finally {
    await file.discard();
  }
}

function acceptName(fileName: string): void {
  if (Buffer.byteLength(fileName) > MAX_FILE_NAME || /\p{Cc}/u.test(fileName)) {
    throw badRequest(
      'dbadmin.bad_file_name',
      `The file's name must have at most ${MAX_FILE_NAME} bytes and no control characters.`,
    );
  }
  if (EXTENSIONS.includes(extname(fileName).toLowerCase())) return;
  throw badRequest(
    'dbadmin.extension_not_accepted',
    'Send a .gpkg, a .zip with a shapefile, a .geojson, a .json or a .shp.',
  );
}

async function check(
  file: StagedFile,
  { fileName, cwd, signal }: { fileName: string; cwd: string; signal: AbortSignal },
): Promise<{ path: string; extension: string; layers: SourceLayer[] }> {
  const gdal = await openGdal();
  const extension = extname(fileName).toLowerCase();
  const isLone = extension === '.shp';
  if (isLone && (await firstBytes(file.path)) !== SHP_MAGIC) {
    throw unprocessable('dbadmin.content_mismatch', 'The file is called .shp but holds something else.');
  }
  const path = isLone
    ? await convertBareShp(gdal, { path: file.path, fileName }, { cwd, signal })
    : file.path;
  const format = isLone ? ('GPKG' as const) : await detectFormat(path, fileName);
  const layers = await checkSource(gdal, { path, format }, { cwd, signal });
  return {
    path,
    extension: isLone ? '.gpkg' : extension,
    layers: layers.map(({ name, featureCount, geometryType, srid }) => ({
      name,
      featureCount,
      geometryType,
      srid,
    })),
  };
}

async function firstBytes(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await handle.close();
  }
}
