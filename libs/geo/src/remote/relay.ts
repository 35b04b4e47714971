import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unprocessable } from '@cairn/service/errors';
import type { SourceFile } from '../source/source-file.ts';
import { createSocksServer } from './socks.ts';

/** An object on another server that can be read in parts. */
export interface RemoteObject {
  format: 'GPKG' | 'GTiff';
  /** Bytes. */
  size: number;
  /** First and last byte, both included. Throws AppError with a sentence when they cannot be had. */
  read(range: { start: number; end: number }, signal: AbortSignal): Promise<Readable>;
}

export interface Relay {
  /** What programs open, and the environment in which they can. */
  source: SourceFile & { format: 'GPKG' | 'GTiff' };
  /** Bytes of the object that were requested so far. */
  bytesRead(): number;
  /** The first error of `read`, or that too much was read: programs can only say that they failed. */
  failure(): unknown;
  close(): Promise<void>;
}

/** Resolves nowhere (RFC 6761), should a program ever resolve it. */
const HOST = 'object.invalid';
const EXTENSIONS = { GPKG: '.gpkg', GTiff: '.tif' } as const;

const SOCKS = 'socks5h://localhost';

/** The socket by which programs with this environment reach a remote object. */
export function relaySocket({ GDAL_HTTP_PROXY: proxy = '' }: Record<string, string>): string | null {
  return proxy.startsWith(SOCKS) ? proxy.slice(SOCKS.length) : null;
}

/**
 * Gives programs in the sandbox, which have no network, access to one remote object: a socket in the file system, which GDAL's
 * libcurl uses as a SOCKS proxy (`socks5h://localhost/path`, libcurl 7.84 or newer). Behind it we speak HTTP and answer with ranges
 * of this object only, up to `maxBytes` in all.
 */
export async function openRelay(
  object: RemoteObject,
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): Promise<Relay> {
  const path = `/object${EXTENSIONS[object.format]}`;
  const closing = new AbortController();
  const reading = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
  const sockets = new Set<Socket>();
  let bytesRead = 0;
  let failure: unknown;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const range = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(req.headers.range ?? '');
    res.setHeader('Accept-Ranges', 'bytes');
    if (req.url === path && req.method === 'HEAD') {
      res.writeHead(200, { 'Content-Length': object.size }).end();
      return;
    }
    if (req.url !== path || req.method !== 'GET' || !range) {
      res.writeHead(403).end();
      return;
    }
    const start = Number(range[1]);
    const end = Math.min(Number(range[2]), object.size - 1);
    if (start > end) {
      res.writeHead(416, { 'Content-Range': `bytes */${object.size}` }).end();
      return;
    }
    bytesRead += end - start + 1;
    if (bytesRead > maxBytes) throw tooMuch(maxBytes);
    const bytes = await object.read({ start, end }, reading);
    res.writeHead(206, {
      'Content-Range': `bytes ${start}-${end}/${object.size}`,
      'Content-Length': end - start + 1,
    });
    await pipeline(bytes, res);
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      // A program that has read enough closes the connection, which is not a failure.
      if (!isPremature(error)) failure ??= error;
      if (res.headersSent) res.destroy();
      else res.writeHead(500).end();
    });
  });
  const proxy = createSocksServer(HOST, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    server.emit('connection', socket);
  });
  // Not in the job's folder: the path of a socket has at most 107 bytes.
  const folder = await mkdtemp(join(tmpdir(), 'cairn-'));
  const at = join(folder, 'relay');
  await new Promise<void>((ready, fail) => {
    proxy.once('error', fail);
    proxy.listen(at, ready);
  });
  // Programs run under another account. The folder is closed to other accounts, and the sandbox shows only the socket in it.
  await chmod(at, 0o666);
  const dataset = `/vsicurl/http://${HOST}${path}`;
  return {
    source: {
      path: dataset,
      format: object.format,
      env: {
        GDAL_HTTP_PROXY: `${SOCKS}${at}`,
        CPL_VSIL_CURL_ALLOWED_FILENAME: dataset,
        GDAL_HTTP_TIMEOUT: '60',
      },
    },
    bytesRead: () => bytesRead,
    failure: () => failure,
    async close() {
      closing.abort();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => proxy.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isPremature(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function tooMuch(maxBytes: number) {
  const mib = Math.round(maxBytes / 1024 / 1024);
  return unprocessable(
    'vault.remote_reads_too_much',
    `More than ${mib} MiB of the remote file would have to be read for this; give a GeoTIFF overviews and tiles (a COG), or import the file with mode "import".`,
  );
}
