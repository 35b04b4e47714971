import { createHash } from 'node:crypto';
import { examineSource, formatByName, formatOfContent, HEAD_BYTES, openGdal, typeOf } from '@cairn/geo';
import type { Storage } from '@cairn/files';
import { unprocessable } from '@cairn/service';
import type { SecretBox } from '@cairn/service';
import type { CheckedFile, ExternalSource } from '../../versions/types.ts';
import type { Db } from '../../../db/handle.ts';
import type { ObjectStore, StoreObject } from './object-store.ts';
import type { ObjectLocation } from './object-location.ts';
import { KEYS_PURPOSE } from './reader.ts';
import type { RemoteReader, RemoteState } from './reader.ts';
import { insertRemoteSource } from './repo.ts';

export interface RegisterDeps {
  storage: Storage;
  secretBox: SecretBox;
  objectStore: ObjectStore;
  remote: RemoteReader;
}

/** A remote object for the version writer. */
export interface RegisteredObject {
  checked: CheckedFile;
  saveSource: (trx: Db, dataset: { datasetId: number; ownerId: number | null }) => Promise<ExternalSource>;
}

/**
 * Checks that an object can be read where it is stored: a GeoTIFF or GeoPackage by name and content that GDAL opens, in a store
 * with byte ranges and ETags.
 * @throws {AppError} unprocessable for other objects.
 */
export async function registerRemoteObject(
  { storage, secretBox, objectStore, remote }: RegisterDeps,
  { object, fileName, signal }: { object: StoreObject; fileName: string; signal: AbortSignal },
): Promise<RegisteredObject> {
  const format = readableFormat(fileName);
  const { head, state } = await readHead(objectStore, object, signal);
  formatOfContent(head, fileName);
  const scratch = await storage.scratch();
  try {
    const gdal = await openGdal();
    const examined = await remote.withObject(
      { object, state, format },
      (source) => examineSource(gdal, source, { cwd: scratch.path, signal }),
      signal,
    );
    const { location, keys } = object;
    const sealedKeys = keys ? secretBox.seal(JSON.stringify(keys), KEYS_PURPOSE) : null;
    return {
      checked: {
        fileName,
        format,
        type: typeOf(format),
        size: state.size,
        sha256: fingerprint(location, state),
        ...examined,
      },
      async saveSource(trx, dataset) {
        const id = await insertRemoteSource(trx, { ...location, ...state, ...dataset, sealedKeys });
        const { endpoint, bucket, key } = location;
        return { datasourceType: 'remote', source: { remote_source_id: id, endpoint, bucket, key } };
      },
    };
  } finally {
    await scratch.remove();
  }
}

function readableFormat(fileName: string): 'GPKG' | 'GTiff' {
  const format = formatByName(fileName);
  if (format === 'GTiff' || format === 'GPKG') return format;
  throw unprocessable(
    'vault.not_remote',
    'Only GeoTIFFs (.tif, .tiff) and GeoPackages (.gpkg) can stay in their store. Use mode "import".',
  );
}

/** The first bytes of an object, its size and its ETag. */
async function readHead(
  store: ObjectStore,
  object: StoreObject,
  signal: AbortSignal,
): Promise<{ head: Buffer; state: RemoteState }> {
  const headers = { range: `bytes=0-${HEAD_BYTES - 1}` };
  const answer = await store.get(object, { headers, signal });
  const size = Number(/^bytes 0-\d+\/(\d+)$/.exec(String(answer.headers['content-range'] ?? ''))?.[1]);
  if (answer.status !== 206 || !Number.isSafeInteger(size) || size <= 0) {
    answer.body.destroy();
    throw unprocessable(
      'vault.no_ranges',
      'The store does not support byte ranges, so the file cannot be read in place. Use mode "import".',
    );
  }
  const { etag } = answer.headers;
  if (!etag || etag.startsWith('W/')) {
    answer.body.destroy();
    throw unprocessable(
      'vault.no_etag',
      'The store sends no ETag, so changes of the file could not be detected. Use mode "import".',
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body as AsyncIterable<Buffer>) chunks.push(chunk);
  return { head: Buffer.concat(chunks), state: { etag, size } };
}

/** A hash of location and state, in place of the hash of the bytes. */
function fingerprint({ endpoint, bucket, key }: ObjectLocation, { etag }: RemoteState): string {
  return createHash('sha256')
    .update(JSON.stringify(['remote', endpoint, bucket, key, etag]))
    .digest('hex');
}
