import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { OutboundError } from '@cairn/service';
import type {
  FileResponse,
  OpenFileRequest,
  Provider,
  ProviderFile,
} from '../src/features/providers/types.ts';

/** Bytes that begin as a GeoPackage does. */
export function packageBytes(text: string, size = 200): Buffer {
  const bytes = Buffer.alloc(Math.max(size, 200), text);
  bytes.write('SQLite format 3\0', 0, 'latin1');
  bytes.write('GPKG', 68, 'latin1');
  return bytes;
}

export function hashOf(algorithm: 'sha1' | 'sha256', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}

export interface ScriptedProvider extends Provider {
  /** What `open` was asked for. */
  opened: { path: string; from: number }[];
  /** Lists files with a hash of this kind, or without one. */
  list: Provider['list'];
  listed(hash?: 'sha1' | 'sha256' | 'none'): ProviderFile[];
  /** Sees each request first, and answers it itself or not. */
  before: ((request: OpenFileRequest, call: number) => Promise<FileResponse> | FileResponse | null) | null;
  /** What a poll finds. */
  version: string;
}

/** A provider of files in memory that tests can spoil: the calls that fetching makes, answered as a web server does. */
export function createScriptedProvider(files: Record<string, Uint8Array>): ScriptedProvider {
  const unused = () => Promise.reject(new Error('not used by these tests'));
  const provider: ScriptedProvider = {
    ...{ type: 'field', opened: [], before: null, version: 'v1' },
    ...{ list: unused, resolve: unused, info: unused },
    files: () => Promise.resolve(provider.listed()),
    poll: (ids) =>
      Promise.resolve(new Map(ids.map((id) => [id, { version: provider.version, updatedAt: null }]))),
    listed: (hash = 'sha1') =>
      Object.entries(files).map(([path, bytes]) => ({
        path,
        size: bytes.length,
        ...(hash === 'none' ? {} : { [hash]: hashOf(hash, bytes) }),
      })),
    async open(_id, request) {
      const call = provider.opened.push({ path: request.file.path, from: request.from });
      const bytes = files[request.file.path] ?? new Uint8Array();
      return (await provider.before?.(request, call)) ?? respond(bytes, request.from);
    },
  };
  return provider;
}

/** The rest of a file, as far as `cutAt`, where the connection breaks, or where nothing comes any more until `hangs` aborts. */
export function respond(
  bytes: Uint8Array,
  from: number,
  { cutAt, hangs }: { cutAt?: number; hangs?: AbortSignal } = {},
): FileResponse {
  async function* body() {
    for (let at = from; at < (cutAt ?? bytes.length); at += 65_536) {
      yield Buffer.from(bytes.subarray(at, Math.min(at + 65_536, cutAt ?? bytes.length)));
      // So that a reader takes the bytes before the cut.
      await new Promise((done) => setImmediate(done));
    }
    if (hangs) await once(hangs, 'abort');
    if (cutAt !== undefined) throw new OutboundError('cut', 'The connection was cut.');
  }
  const range = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
  return {
    status: from > 0 ? 206 : 200,
    headers: { etag: '"one"', 'content-length': String(bytes.length - from), ...range },
    body: Readable.from(body(), { objectMode: true, highWaterMark: 1 }),
  };
}
