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
  store: ObjectStore;
  remote: RemoteReader;
}

/** What is needed to make a version of an object that stays where it is. */
export interface Registered {
  checked: CheckedFile;
  saveSource: (trx: Db) => Promise<ExternalSource>;
}

/**
 * Makes sure that an object can be read where it lies: a GeoTIFF or GeoPackage by name and content, in a store that gives
 * out parts and names the state of its objects, and one that GDAL opens.
 */
export async function registerObject(
  { storage, secretBox, store, remote }: RegisterDeps,
  { object, fileName, signal }: { object: StoreObject; fileName: string; signal: AbortSignal },
): Promise<Registered> {
  const format = readableFormat(fileName);
  const { head, state } = await look(store, object, signal);
  formatOfContent(head, fileName);
  const scratch = await storage.scratch();
  try {
    const gdal = await openGdal();
    const looked = await remote.through(
      { object, state, format },
      (source) => examineSource(gdal, source, { cwd: scratch.path, signal }),
      signal,
    );
    const { place, keys } = object;
    const sealedKeys = keys ? secretBox.seal(JSON.stringify(keys), KEYS_PURPOSE) : null;
    return {
      checked: {
        fileName,
        format,
        type: typeOf(format),
        size: state.size,
        sha256: fingerprint(place, state),
        ...looked,
      },
      async saveSource(trx) {
        const id = await insertRemoteSource(trx, { ...place, ...state, sealedKeys });
        const { endpoint, bucket, key } = place;
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
    'Only GeoTIFFs (.tif, .tiff) and GeoPackages (.gpkg) can stay where they are; use mode "import".',
  );
}

/** The first bytes, and what the store says of the object with them. */
async function look(
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
      'The store gives out no parts of its objects (no byte ranges), so that the file cannot be read where it lies; use mode "import".',
    );
  }
  const { etag } = answer.headers;
  if (!etag || etag.startsWith('W/')) {
    answer.body.destroy();
    throw unprocessable(
      'vault.no_etag',
      'The store does not name the state of its objects (no ETag), so that a change could not be noticed; use mode "import".',
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body as AsyncIterable<Buffer>) chunks.push(chunk);
  return { head: Buffer.concat(chunks), state: { etag, size } };
}

/** Names place and state where bytes would be named by their hash. */
function fingerprint({ endpoint, bucket, key }: ObjectLocation, { etag }: RemoteState): string {
  return createHash('sha256')
    .update(JSON.stringify(['remote', endpoint, bucket, key, etag]))
    .digest('hex');
}
