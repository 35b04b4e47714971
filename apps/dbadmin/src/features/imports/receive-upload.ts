import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Request } from 'express';
import { receiveUpload, toStorageError } from '@cairn/files';
import type { InScratch, StagedFile, Storage } from '@cairn/files';
import { checkSource, detectFormat, openGdal } from '@cairn/geo';
import { convertBareShp } from './bare-shp.ts';
import { badFileName, notAShapefile, unsupportedExtension } from './errors.ts';
import type { SourceLayer, Upload } from './types.ts';

const EXTENSIONS = ['.gpkg', '.zip', '.geojson', '.json', '.shp'];
const MAX_FILE_NAME = 255;
/** ESRI's whitepaper on shapefiles: the file code 9994, big-endian, first. */
const SHP_MAGIC = '0000270a';

export type Received = Omit<Upload, 'databaseId' | 'userId'>;

/** The folder of all uploads; each has its own folder there, named by its id. */
export function uploadsFolder(storageRoot: string): string {
  return join(storageRoot, 'imports');
}

/** Streams a file of a form to the disk and stores it, see `storeSource`. */
export async function receiveSource(
  { storage, inScratch, maxBytes }: { storage: Storage; inScratch: InScratch; maxBytes: number },
  req: Request,
  signal: AbortSignal,
): Promise<Received> {
  const form = { field: 'file', accept: checkFileName };
  const { fileName, file } = await receiveUpload({ req, storage, maxBytes, ...form });
  return storeSource({ storage, inScratch }, { fileName, file }, signal);
}

/**
 * Checks in the sandbox that the content of a staged file matches its name, and stores it in its own folder. After an error nothing
 * of it remains.
 * @throws {AppError} bad_request or unprocessable
 */
export async function storeSource(
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

function checkFileName(fileName: string): void {
  if (Buffer.byteLength(fileName) > MAX_FILE_NAME || /\p{Cc}/u.test(fileName)) {
    throw badFileName(MAX_FILE_NAME);
  }
  if (!EXTENSIONS.includes(extname(fileName).toLowerCase())) throw unsupportedExtension();
}

async function check(
  file: StagedFile,
  { fileName, cwd, signal }: { fileName: string; cwd: string; signal: AbortSignal },
): Promise<{ path: string; extension: string; layers: SourceLayer[] }> {
  const gdal = await openGdal();
  const extension = extname(fileName).toLowerCase();
  const isBareShp = extension === '.shp';
  if (isBareShp && (await firstBytes(file.path)) !== SHP_MAGIC) throw notAShapefile();
  const path = isBareShp
    ? await convertBareShp(gdal, { path: file.path, fileName }, { cwd, signal })
    : file.path;
  const format = isBareShp ? ('GPKG' as const) : await detectFormat(path, fileName);
  const layers = await checkSource(gdal, { path, format }, { cwd, signal });
  return {
    path,
    extension: isBareShp ? '.gpkg' : extension,
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
