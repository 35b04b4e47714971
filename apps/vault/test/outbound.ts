import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import Account from '@20minutes/s3rver/lib/models/account.js';
import { AwsV4Signer } from 'aws4fetch';
import { SAMPLE_DATA } from './test-app.ts';

/** The only address that an app with `OUTBOUND` may call; the canaries listen on another. */
export const OUTBOUND = { OUTBOUND_ALLOWED_CIDRS: '127.0.0.1/32' };
const ALLOWED = '127.0.0.1';
const CLOSED = '127.0.0.2';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
}

/** A server on this machine that stands for a remote one. */
export async function openServer(answer: RequestListener, host = ALLOWED) {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let gone = 0;
  const server = createServer((req, res) => {
    requests.push({ method: req.method ?? '', url: req.url ?? '', headers: { ...req.headers } });
    answer(req, res);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      gone += socket.bytesWritten;
    });
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests,
    /** Bytes sent so far. */
    sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, gone),
    /** Open connections, without idle ones. */
    connections: () => {
      server.closeIdleConnections();
      return new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A server in a private network, which must not get a request. */
export const openClosedCanary = () => openServer((_req, res) => void res.end('{}'), CLOSED);

export interface FileAnswer {
  body: Uint8Array;
  headers?: Record<string, string>;
  /** Whether ranges are supported; default true. */
  ranges?: boolean;
  /** Cuts the connection after this many bytes of each answer. */
  cutAfter?: number;
}

/** Answers as a static file server does: ETag, ranges, If-Range. */
export function sendFile(req: IncomingMessage, res: ServerResponse, file: FileAnswer): void {
  const { body, ranges = true, cutAfter } = file;
  const headers: Record<string, string | number> = { etag: '"one"', ...file.headers };
  const requests = /^bytes=(\d+)-$/.exec(req.headers.range ?? '');
  const condition = req.headers['if-range'];
  const isRest = ranges && requests !== null && (condition === undefined || condition === headers.etag);
  const start = isRest ? Number(requests?.[1]) : 0;
  const part = body.subarray(start);
  if (isRest) headers['content-range'] = `bytes ${start}-${body.length - 1}/${body.length}`;
  res.writeHead(isRest ? 206 : 200, { ...headers, 'content-length': part.length });
  if (cutAfter === undefined || cutAfter >= part.length) {
    res.end(part);
    return;
  }
  // Leave time to read what was sent, also on a busy machine: without any byte the import fails at once.
  res.write(part.subarray(0, cutAfter), () => setTimeout(() => res.destroy(), 150));
}

export function sample(name: string): Promise<Buffer> {
  return readFile(join(SAMPLE_DATA, name));
}

export type TestStore = Awaited<ReturnType<typeof openObjectStore>>;

/**
 * An S3 server with one bucket, `maps`. It checks signatures; its keys are new for each test. `before` sees each request
 * first and may change it, or answer it itself (true).
 */
export async function openObjectStore() {
  const directory = await mkdtemp(join(tmpdir(), 'cairn-s3-'));
  const accessKey = `AK${randomBytes(9).toString('hex')}`;
  const secretKey = `sk-${randomBytes(18).toString('hex')}`;
  const account = new Account(Math.floor(Math.random() * 1e9), 'tester');
  account.createKeyPair(accessKey, secretKey);
  const store = new S3rver({ silent: true, directory, configureBuckets: [{ name: 'maps' }] });
  await store.configureBuckets();
  const handle = store.callback();
  const hooks: { before: ((req: IncomingMessage, res: ServerResponse) => boolean) | null } = { before: null };
  const server = await openServer((req, res) => {
    if (!hooks.before?.(req, res)) handle(req, res);
  });
  return {
    ...server,
    accessKey,
    secretKey,
    /** What an import of an object sends. */
    fields: (key: string) => ({
      bucket: 'maps',
      key,
      endpoint: server.url,
      access_key: accessKey,
      secret_key: secretKey,
    }),
    onRequest(before: NonNullable<typeof hooks.before> | null) {
      hooks.before = before;
    },
    async put(key: string, body: Uint8Array): Promise<void> {
      const path = key.split('/').map(encodeURIComponent).join('/');
      const request = await new AwsV4Signer({
        url: `${server.url}/maps/${path}`,
        method: 'PUT',
        service: 's3',
        region: 'us-east-1',
        accessKeyId: accessKey,
        secretAccessKey: secretKey,
      }).sign();
      const answer = await fetch(request.url, {
        method: 'PUT',
        headers: request.headers,
        body: new Uint8Array(body),
      });
      if (!answer.ok) throw new Error(`the store answers ${answer.status}: ${await answer.text()}`);
    },
    async close() {
      account.revokeAccessKey(accessKey);
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
