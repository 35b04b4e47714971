import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { createMinorGc } from '@cairn/files';
import { LRUCache } from 'lru-cache';
import type { FileResponse } from '../types.ts';
import { folderChanged } from './errors.ts';
import { stateOf } from './listing.ts';
import type { ListedFile } from './listing.ts';

const CHUNK = 256 * 1024;

/** A file as the listing saw it, and the project that errors name. */
export interface FileRequest {
  folder: string;
  project: string;
  path: string;
  state: string;
}

/**
 * The bytes of a file from an offset on, answered as a web server does. The body fails when the file is written to in the meantime.
 * @throws {ProviderError} retry for a file that is not what the listing saw
 */
export async function openFile(
  request: FileRequest,
  { from, signal }: { from: number; signal: AbortSignal },
): Promise<FileResponse> {
  const { handle, stat } = await openReal(request);
  const size = Number(stat.size);
  const headers = { 'accept-ranges': 'bytes', etag: `"${request.state}"` };
  if (from > 0 && from >= size) {
    await handle.close();
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}` },
      body: Readable.from([]),
    };
  }
  const body = Readable.from(readUnchanged(handle, { request, from }), { objectMode: false });
  // The `finally` of a generator does not run if the generator was never started.
  body.once('close', () => void handle.close());
  addAbortSignal(signal, body);
  const range = from > 0 ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {};
  return {
    status: from > 0 ? 206 : 200,
    headers: { ...headers, ...range, 'content-length': String(size - from) },
    body,
  };
}

export type FileHashes = ReturnType<typeof createFileHashes>;

/** SHA-256 of files, computed once for each state of a file. */
export function createFileHashes() {
  // With `max` it would take the room for all of them at once.
  const known = new LRUCache<string, string>({ maxSize: 200_000, sizeCalculation: () => 1 });

  return async function hashOf(
    { folder, project, file }: { folder: string; project: string; file: ListedFile },
    signal?: AbortSignal,
  ): Promise<string> {
    const sha256 = known.get(file.exactState);
    if (sha256 !== undefined) return sha256;
    const request = { folder, project, path: file.path, state: file.state };
    const { handle } = await openReal(request);
    try {
      const hash = createHash('sha256');
      for await (const chunk of readUnchanged(handle, { request, from: 0 })) {
        signal?.throwIfAborted();
        hash.update(chunk);
      }
      const computed = hash.digest('hex');
      known.set(file.exactState, computed);
      return computed;
    } finally {
      await handle.close();
    }
  };
}

/** Opens the very file that was listed: no link on the way to it, and the state that the listing saw. */
async function openReal(request: FileRequest): Promise<{ handle: FileHandle; stat: BigIntStats }> {
  const path = join(request.folder, request.path);
  if (!path.startsWith(`${request.folder}${sep}`)) throw folderChanged(request.project);
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(error.code ?? '')
      ? folderChanged(request.project)
      : error;
  });
  try {
    const stat = await handle.stat({ bigint: true });
    const real = await realpath(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path).catch(() => null));
    if (!stat.isFile() || real !== path || stateOf(stat) !== request.state)
      throw folderChanged(request.project);
    return { handle, stat };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* readUnchanged(
  handle: FileHandle,
  { request, from }: { request: FileRequest; from: number },
): AsyncGenerator<Buffer> {
  const collect = createMinorGc();
  for (let position = from; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
    collect(bytesRead);
  }
  if (stateOf(await handle.stat({ bigint: true })) !== request.state) throw folderChanged(request.project);
}
