import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RestError, sendText } from './geoserver/answer.ts';
import type { GeoServerExchange } from './geoserver/answer.ts';
import { createCatalog } from './geoserver/catalog.ts';
import { answerOgc } from './geoserver/ogc.ts';
import { answerRest } from './geoserver/rest.ts';

export type TestGeoServer = Awaited<ReturnType<typeof startTestGeoServer>>;

/** Sees a request first, and may answer it itself (true). */
export type BeforeGeoServer = (exchange: GeoServerExchange) => boolean | Promise<boolean>;

/** A stand-in for GeoServer; see geoserver/README.md. `faults` are for tests of what a server may do wrong. */
export async function startTestGeoServer() {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-geoserver-'));
  const password = `Gs-${randomBytes(12).toString('hex')}`;
  const catalog = createCatalog();
  const requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const hooks: { before: BeforeGeoServer | null } = { before: null };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '', 'http://x');
    const [base, ...rest] = url.pathname.split('/').slice(1);
    const segments = rest.filter((segment) => segment !== '').map(decodeURIComponent);
    const exchange = { req, res, method: req.method ?? '', segments, query: url.searchParams };
    if (base !== 'geoserver')
      return sendText(res, 404, '<html><title>HTTP Status 404</title></html>', 'text/html');
    const login = Buffer.from((req.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    const isTileCache = segments[0] === 'gwc';
    const isRest = segments[0] === 'rest' || isTileCache;
    const isAnonymous = req.headers.authorization === undefined;
    if (![`admin:${password}`, `reader:${password}`].includes(login) && !(isAnonymous && !isRest)) {
      return sendText(res, 401, '<html><title>Error 401 Unauthorized</title></html>', 'text/html');
    }
    if (isRest && login.startsWith('reader:')) {
      return sendText(res, 403, '<html><title>Error 403 Access Denied</title></html>', 'text/html');
    }
    if (await hooks.before?.(exchange)) return undefined;
    if (isTileCache) return sendText(res, segments[2] === 'masstruncate' ? 200 : 404, '');
    return isRest ? answerRest(catalog, folder, exchange) : answerOgc(catalog, exchange);
  }

  const server = createServer((req, res) => {
    requests.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) res.destroy();
      else sendText(res, error instanceof RestError ? error.status : 500, (error as Error).message);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/geoserver`,
    username: 'admin',
    password,
    /** A user who may use WMS, WFS and WCS, but not REST. */
    reader: 'reader',
    catalog,
    requests,
    before(hook: BeforeGeoServer | null) {
      hooks.before = hook;
    },
    faults,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Answers of a server that has a problem. */
const faults = {
  stackTrace: ({ res }: GeoServerExchange, secret: string): true => {
    const text = `java.lang.RuntimeException: Could not open jdbc:postgresql://db/gis?password=${secret} in /opt/geoserver/data_dir/data/store.gpkg\n\tat org.geoserver.rest.catalog.DataStoreFileController.dataStorePut(DataStoreFileController.java:417)\n`;
    sendText(res, 500, text);
    return true;
  },
  html: ({ res }: GeoServerExchange): true => {
    sendText(res, 200, '<html><title>Welcome</title><body>Please sign in</body></html>', 'text/html');
    return true;
  },
  /** The connection ends after the first bytes of a body. */
  cut: ({ res }: GeoServerExchange, bytes = '{"workspaces"'): true => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 });
    res.write(bytes, () => setImmediate(() => res.destroy()));
    return true;
  },
};
