import { readFile, readdir, rm, stat, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mountSmallDisk, until } from '@cairn/testing';
import type { ExpectedFile, PartOutcome } from '../src/index.ts';
import { createPartClient } from './part-client.ts';
import { openRangeServer, patternAt, patternHash } from './range-server.ts';
import type { RangeServerOptions } from './range-server.ts';

const MIB = 1024 * 1024;
const SIZE = 300_007;
const SHA1 = patternHash('sha1', SIZE);
const SHA256 = patternHash('sha256', SIZE);
const FAST = { everyMs: 1 };
const EXPECTED = { size: SIZE, sha256: SHA256, sha1: SHA1 };

let root: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'cairn-parts-'))));
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(root, { recursive: true, force: true });
});

async function start(server: Partial<RangeServerOptions>, expected: ExpectedFile = EXPECTED) {
  const opened = await openRangeServer({
    size: SIZE,
    beforeCut: (offset) => until('the client has read it', () => client.received.bytes >= offset, FAST),
    ...server,
  });
  const client = createPartClient({ root, url: opened.url, expected });
  closing.push(opened.close, client.close);
  return { server: opened, client };
}

type Client = Awaited<ReturnType<typeof start>>['client'];

/** Passes the same part again until something else than a lost connection ends it. */
async function fetchAll(client: Client, limit = 200): Promise<PartOutcome> {
  const part = await client.open();
  try {
    for (let attempt = 0; attempt < limit; attempt += 1) {
      const outcome = await client.fetch(part);
      if (outcome.kind !== 'interrupted') return outcome;
    }
    throw new Error('never complete');
  } finally {
    await part.close();
  }
}

const COMPLETE = { kind: 'complete', size: SIZE, sha256: SHA256, sha1: SHA1 };
const partNames = () => readdir(join(root, 'parts'));

async function partBytes(): Promise<Buffer> {
  const [name = ''] = await partNames();
  return readFile(join(root, 'parts', name));
}

test('a file arrives complete over connections that are cut at any byte, and each byte is fetched about once', async () => {
  const cuts = [0, 1, 1, 65_535, 65_536, SIZE - 1, ...Array.from({ length: 30 }, () => Math.random() * SIZE)]
    .map(Math.floor)
    .toSorted((a, b) => a - b);
  const { server, client } = await start({ cutAt: (request) => cuts[request - 1] });
  expect(await fetchAll(client)).toEqual(COMPLETE);
  expect(await partBytes()).toEqual(patternAt(0, SIZE));
  // Beside the file only heads of responses.
  expect(server.sent()).toBeLessThan(SIZE + server.ranges.length * 300);
  expect(client.saved.offset).toBe(SIZE);
});

test('another process continues at the saved offset, and what it did not fetch counts in the hashes', async () => {
  const { server, client } = await start({ cutAt: (request) => (request === 1 ? 100_000 : undefined) });
  const first = await client.open();
  expect(await client.fetch(first)).toMatchObject({ kind: 'interrupted', error: { reason: 'cut' } });
  await first.close();
  const { offset } = client.saved;
  expect(client.saved.validators).toEqual({ etag: '"one"', lastModified: null, size: SIZE });
  const second = await client.open();
  expect(second.size).toBe(offset);
  expect(await client.fetch(second)).toEqual(COMPLETE);
  await second.close();
  expect(server.ranges).toEqual([undefined, `bytes=${offset}-`]);
  expect(await partNames()).toHaveLength(1);
});

test('a part that is longer than its row says is cut back, and one that is shorter begins again', async () => {
  const { server, client } = await start({ cutAt: (request) => (request < 3 ? 200_000 : undefined) });
  const open = async () => {
    const part = await client.open();
    await client.fetch(part);
    await part.close();
  };
  await open();
  client.saved.offset = 1_000;
  await open();
  expect(server.ranges[1]).toBe('bytes=1000-');
  client.saved.offset += 1;
  const part = await client.open();
  expect(part.size).toBe(0);
  expect(await client.fetch(part)).toEqual(COMPLETE);
  await part.close();
  expect(server.ranges[2]).toBeUndefined();
});

test.each<[string, Partial<RangeServerOptions>, ExpectedFile]>([
  ['sends the whole file to a request for the rest', { supportsRanges: false }, EXPECTED],
  ['has another file now', { etag: (request) => (request === 1 ? '"old"' : '"new"') }, EXPECTED],
  ['answers with another range', { before: wrongRange }, EXPECTED],
  ['has nothing that identifies the file, which has no hash either', { etag: null }, { size: SIZE }],
])('a download from a server that %s begins again and is complete', async (_what, options, expected) => {
  const cutAt = (request: number) => (request === 1 ? 100_000 : undefined);
  const { server, client } = await start({ cutAt, ...options }, expected);
  expect(await fetchAll(client)).toMatchObject({ kind: 'complete', sha256: SHA256 });
  expect(await partBytes()).toEqual(patternAt(0, SIZE));
  expect(server.ranges.length).toBeLessThanOrEqual(3);
});

function wrongRange(req: any, res: any): boolean {
  if (!req.headers.range) return false;
  const range = `bytes 5-${SIZE - 1}/${SIZE}`;
  res.writeHead(206, { etag: '"one"', 'content-range': range }).end(patternAt(5, SIZE - 5));
  return true;
}

test('a file without ETag continues when a hash can show that the parts fit', async () => {
  const cutAt = (request: number) => (request === 1 ? 100_000 : undefined);
  const { server, client } = await start({ etag: null, cutAt });
  expect(await fetchAll(client)).toEqual(COMPLETE);
  expect(server.ranges[1]).toMatch(/^bytes=[1-9]/);
});

test('a rest that is too short for the ranges of the server is fetched with bytes before it, which are dropped', async () => {
  const size = 3 * MIB + 11;
  const expected = { size, sha256: patternHash('sha256', size) };
  const cutAt = (request: number) => (request === 1 ? size - 20 : undefined);
  const { server, client } = await start({ size, cutAt, minRange: 1_000_000 }, expected);
  expect(await fetchAll(client)).toMatchObject({ kind: 'complete', size });
  expect(server.ranges.at(-1)).toBe(`bytes=${size - MIB}-`);
  expect(await partBytes()).toEqual(patternAt(0, size));
});

test('a 416 to a complete part of unknown size leads to its verification', async () => {
  const { server, client } = await start({ isChunked: true }, { size: null, sha256: SHA256 });
  const part = await client.open();
  expect(await client.fetch(part)).toMatchObject({ kind: 'complete' });
  client.saved.validators = { etag: '"one"', lastModified: null, size: null };
  expect(await client.fetch(part)).toMatchObject({ kind: 'complete', sha256: SHA256 });
  await part.close();
  expect(server.ranges).toEqual([undefined, `bytes=${SIZE}-`]);
});

test.each<[string, ExpectedFile, object]>([
  ['hash', { ...EXPECTED, sha1: '0'.repeat(40) }, { size: SIZE, sha256: SHA256, sha1: SHA1 }],
  ['size', { ...EXPECTED, size: SIZE + 1 }, { size: SIZE, sha256: null, sha1: null }],
])(
  'a file with another %s is a mismatch with both, and the part is empty',
  async (_what, expected, actual) => {
    const { client } = await start({}, expected);
    expect(await fetchAll(client)).toEqual({ kind: 'mismatch', expected, actual });
    expect((await partBytes()).length).toBe(0);
    expect(client.saved.offset).toBe(0);
  },
);

test('a longer file than expected is a mismatch, and its end is not stored', async () => {
  const { client } = await start({ isChunked: true }, { size: 1_000 });
  expect(await fetchAll(client)).toMatchObject({ kind: 'mismatch', actual: { sha256: null } });
});

test.each([[429], [503], [404], [408]])(
  'a status %i is returned with its headers, and the part stays',
  async (status) => {
    const { client } = await start({
      cutAt: (request) => (request === 1 ? 100_000 : undefined),
      before: (_req, res, request) =>
        request === 2 && Boolean(res.writeHead(status, { 'retry-after': '7' }).end()),
    });
    const part = await client.open();
    await client.fetch(part);
    const { size } = part;
    expect(size).toBeGreaterThan(0);
    expect(await client.fetch(part)).toMatchObject({
      kind: 'refused',
      status,
      headers: { 'retry-after': '7' },
    });
    expect(part.size).toBe(size);
    expect(await client.fetch(part)).toEqual(COMPLETE);
    await part.close();
  },
);

test('a download that is aborted rejects with the reason, and what arrived is saved', async () => {
  const { client } = await start({ pauseMs: 20 });
  const part = await client.open();
  const leaving = new AbortController();
  const onBytes = () => leaving.abort(new Error('the worker stops'));
  await expect(client.fetch(part, { signal: leaving.signal, onBytes })).rejects.toThrow('the worker stops');
  expect(client.saved.offset).toBe(part.size);
  await part.close();
  expect(await fetchAll(client)).toEqual(COMPLETE);
});

test('a row that cannot be saved ends the download, and the part has what was saved before', async () => {
  const { client } = await start({});
  const part = await client.open();
  const saveOffset = () => Promise.reject(new Error('the lease is lost'));
  await expect(client.fetch(part, { saveOffset })).rejects.toThrow('the lease is lost');
  expect([part.size, (await partBytes()).length]).toEqual([0, 0]);
  expect(await client.fetch(part)).toEqual(COMPLETE);
  await part.close();
});

test('a compressed response is stored as the file it decodes to, and never continued', async () => {
  const { gzipSync } = await import('node:zlib');
  const { client } = await start({
    before: (_req, res) =>
      Boolean(res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(patternAt(0, SIZE)))),
  });
  expect(await fetchAll(client)).toEqual(COMPLETE);
  expect(client.saved.validators).toEqual({ etag: null, lastModified: null, size: null });
});

test.each([[true], [false]])(
  'a full disk is an error that says so, and the part continues once there is space (size known: %s)',
  async (isKnown) => {
    const size = 3 * MIB;
    const expected = { size: isKnown ? size : null, sha256: patternHash('sha256', size) };
    const disk = mountSmallDisk(root);
    closing.push(async () => void disk.unmount());
    const { client } = await start(
      { size, isChunked: true, cutAt: (request) => (request === 1 ? 500_000 : undefined) },
      expected,
    );
    const part = await client.open();
    await client.fetch(part).catch(() => undefined);
    await expect(client.fetch(part)).rejects.toMatchObject({ kind: 'unavailable', code: 'files.no_space' });
    expect(part.size).toBe(client.saved.offset);
    await part.close();
    disk.resize(8 * MIB);
    expect(await fetchAll(client)).toMatchObject({ kind: 'complete', size });
  },
);

test('a complete part becomes an object by a link, and stays until it is removed', async () => {
  const { client } = await start({});
  const { storage, parts } = client;
  const part = await client.open();
  await client.fetch(part);
  const object = await parts.keep(part, SHA256);
  await part.close();
  const [objectStats, partStats] = [await stat(storage.path(object.key)), await stat(part.path)];
  expect(objectStats.ino).toBe(partStats.ino);
  await object.confirm();
  await parts.remove('one');
  expect(await partNames()).toEqual([]);
  expect(await storage.size(object.key)).toBe(SIZE);
});

test('a part that is an object already is never written to', async () => {
  const { client } = await start({});
  const part = await client.open();
  await client.fetch(part);
  const object = await client.parts.keep(part, SHA256);
  await part.close();
  const again = await client.open();
  expect(await client.fetch(again)).toEqual({ ...COMPLETE });
  await again.handle.truncate(0);
  await again.close();
  expect(await client.storage.size(object.key)).toBe(SIZE);
});

test('an attempt that takes a part over while another one still writes gets a file of its own', async () => {
  const { client } = await start({ cutAt: (request) => (request === 1 ? 100_000 : undefined) });
  const stale = await client.open();
  await client.fetch(stale);
  const { offset } = client.saved;
  const next = await client.open();
  await stale.handle.appendFile('late bytes of the one before');
  expect(next.size).toBe(offset);
  expect(await client.fetch(next)).toEqual(COMPLETE);
  await expect(client.parts.keep(stale, SHA256)).rejects.toThrow('ENOENT');
  for (const part of [stale, next]) await part.close();
  expect(await partBytes()).toEqual(patternAt(0, SIZE));
});

test('a sweep removes the parts that no row names', async () => {
  const { client } = await start({});
  for (const id of ['one', 'two']) await (await client.parts.open(id, { offset: 0 })).close();
  expect(await client.parts.sweep((id) => Promise.resolve(id === 'two'))).toBe(1);
  expect(await partNames()).toEqual([expect.stringMatching(/^two~~/)]);
  expect(await client.storage.sweep({ isReferred: () => Promise.resolve(false) })).toBe(0);
  expect(await partNames()).toHaveLength(1);
});
