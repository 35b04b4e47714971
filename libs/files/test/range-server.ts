import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface RangeServerOptions {
  /** Bytes of its file. */
  size: number;
  /** Offset in the file at which the connection of this request is cut. */
  cutAt?: (request: number, start: number) => number | undefined;
  /** Awaited before a cut, with its offset: the client loses what it has not read then. */
  beforeCut?: (offset: number) => Promise<void>;
  /** Answers instead; true when it did. */
  before?: (req: IncomingMessage, res: ServerResponse, request: number) => boolean;
  etag?: string | null | ((request: number) => string);
  supportsRanges?: boolean;
  /** Shorter ranges are refused with 416, as QFieldCloud does. */
  minRange?: number;
  /** The response has no size. */
  isChunked?: boolean;
  /** Pause after each 64 KiB. */
  pauseMs?: number;
}

/** A prime, so that bytes at round distances differ. */
const PATTERN = createPattern(1_048_573);
const CHUNK = 64 * 1024;

/** Bytes of the file of all these servers, which take no memory. */
export function patternAt(start: number, length: number): Buffer {
  const from = start % PATTERN.length;
  const bytes = PATTERN.subarray(from, from + length);
  return bytes.length === length
    ? bytes
    : Buffer.concat([bytes, patternAt(start + bytes.length, length - bytes.length)]);
}

export function patternHash(algorithm: 'sha1' | 'sha256', size: number): string {
  const hash = createHash(algorithm);
  for (let at = 0; at < size; at += CHUNK) hash.update(patternAt(at, Math.min(CHUNK, size - at)));
  return hash.digest('hex');
}

/** A static file server with faults. */
export async function openRangeServer(options: RangeServerOptions) {
  const ranges: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  let gone = 0;
  const server = createServer((req, res) => {
    const request = ranges.push(req.headers.range);
    if (!options.before?.(req, res, request)) void sendFile(req, res, { etag: '"one"', request, ...options });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      gone += socket.bytesWritten;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.gpkg`,
    /** The header Range of each request. */
    ranges,
    /** Bytes sent so far. */
    sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, gone),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { request, size, ...options }: RangeServerOptions & { request: number },
): Promise<void> {
  const { supportsRanges = true, minRange = 0, isChunked = false, pauseMs = 0 } = options;
  const etag = typeof options.etag === 'function' ? options.etag(request) : options.etag;
  const range = supportsRanges ? /^bytes=(\d+)-$/.exec(req.headers.range ?? '') : null;
  const condition = req.headers['if-range'];
  const isRest = range !== null && (condition === undefined || condition === etag);
  const start = isRest ? Number(range[1]) : 0;
  if (isRest && (start >= size || size - start < minRange)) {
    res.writeHead(416, start >= size ? { 'content-range': `bytes */${size}` } : {}).end();
    return;
  }
  res.writeHead(isRest ? 206 : 200, {
    ...(etag ? { etag } : {}),
    ...(isRest ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {}),
    ...(isChunked ? {} : { 'content-length': size - start }),
  });
  const closed = new Promise((done) => res.once('close', done));
  const end = Math.min(options.cutAt?.(request, start) ?? Infinity, size);
  for (let at = start; at < end && !res.destroyed; at += CHUNK) {
    const isFree = res.write(patternAt(at, Math.min(CHUNK, end - at)));
    if (!isFree) await Promise.race([new Promise((done) => res.once('drain', done)), closed]);
    if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
  }
  if (end === size) {
    res.end();
    return;
  }
  await options.beforeCut?.(end);
  res.destroy();
}

function createPattern(length: number): Buffer {
  const block = createHash('sha256').update('cairn').digest();
  const bytes = Buffer.alloc(length, block);
  for (let at = 0; at + 4 <= length; at += 32) bytes.writeUInt32LE(at, at);
  return bytes;
}
