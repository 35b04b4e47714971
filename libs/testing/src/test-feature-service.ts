import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { listen } from './test-app.ts';

/**
 * A stand-in for an ArcGIS server, for what a real one does only when it is old, ill or busy; Koop (`startKoop`) is the real one in
 * tests. Documentation: developers.arcgis.com/rest/services-reference/enterprise, here "REST".
 *
 * | request | answer | documented in |
 * |---|---|---|
 * | `…/FeatureServer?f=json`, `…/0?f=json` | description; `description` of a layer overrides it | REST, Feature Service; Layer |
 * | `query` with `returnCountOnly`, `returnIdsOnly`, `outStatistics` | as asked, without the limit of a page | REST, Query (Feature Service/Layer) |
 * | `query` with `resultOffset`, `orderByFields`, `objectIds`, ranges of ids | at most `maxRecordCount` features | same |
 * | more features than that | `exceededTransferLimit`, in GeoJSON below `properties` | facebook/Rapid#404, Esri/esri-leaflet#1229 |
 * | no token, an expired or foreign one | status 200 with `{"error":{"code":499 or 498}}` | REST, Errors; geoparquet-io#1134 |
 * | a token with another Referer | 498 | REST, Generate Token: `client=referer` |
 * | `/arcgis/rest/info` | `authInfo.tokenServicesUrl`, `owningSystemUrl` | REST, Server Info |
 * | `/arcgis/tokens/generateToken`, `/portal/sharing/rest/generateToken` | `{token, expires}`, or an error in 200 | REST, Generate Token |
 * | `serverUrl` with a portal token there | a token for the server | REST, Generate Token: federated servers |
 * | anything that `on` answers | web pages, errors in 200, cut, endless or slow answers | geoparquet-io#382, portolan-cli#311 |
 */
export interface TestServiceLayer {
  id: number;
  name: string;
  /** The object id is `OBJECTID` unless `description` names another field. */
  fields: object[];
  features: { attributes: Record<string, unknown>; geometry?: unknown }[];
  /** Replaces parts of the description. */
  description?: Record<string, unknown>;
}

export interface TestServiceLogin {
  username: string;
  password: string;
  /** Where tokens are made; default: by the server. */
  by?: 'server' | 'portal';
  /** Requests that a token is good for. */
  uses?: number;
  /** Named by `/rest/info` in the place of the own one. */
  tokenServicesUrl?: string;
}

export interface ServiceRequest {
  method: string;
  path: string;
  parameters: Record<string, string>;
  headers: IncomingHttpHeaders;
}

/** Instead of the usual answer. */
export interface OddAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer | object;
  /** Ends the connection after this many bytes of the body. */
  cutAfter?: number;
  /** Bytes without end, in the place of a body. */
  endless?: boolean;
  /** Answers after this. */
  wait?: Promise<unknown>;
}

const BASE = '/arcgis/rest/services/Test/FeatureServer';

export async function startTestFeatureService(
  layers: TestServiceLayer[],
  login: TestServiceLogin | null = null,
) {
  const requests: ServiceRequest[] = [];
  const tokens = createTokens(login);
  let odd: (request: ServiceRequest) => OddAnswer | null = () => null;
  let origin = '';

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const request = await readRequest(req);
    requests.push(request);
    const special = odd(request);
    if (special) return sendOdd(res, special);
    send(res, { body: answer(request) });
  }

  function answer({ path, parameters, headers }: ServiceRequest): object {
    if (path === '/arcgis/rest/info') return infoOf(login, origin);
    if (path.endsWith('generateToken')) return tokens.generate(path, parameters, headers.referer);
    if (!path.startsWith(BASE)) return { error: { code: 404, message: 'Not found', details: [] } };
    const refused = login && tokens.refuse(parameters['token'], headers.referer);
    if (refused) return refused;
    const [id, query] = path.slice(BASE.length + 1).split('/');
    if (!id)
      return {
        layers: layers.map(({ id: each, name }) => ({ id: each, name })),
        tables: [],
        capabilities: 'Query',
      };
    const layer = layers.find((each) => String(each.id) === id);
    if (!layer) return { error: { code: 404, message: `Layer ${id} not found`, details: [] } };
    return query === 'query' ? queryLayer(layer, parameters) : describeLayer(layer);
  }

  const server = createServer((req, res) => void handle(req, res));
  origin = await listen(server);
  return {
    url: origin + BASE,
    origin,
    requests,
    layers,
    /** Queries for features, without counts and the like. */
    pages: () =>
      requests.filter(({ path, parameters }) => path.endsWith('/query') && 'outFields' in parameters),
    /** Answers differently from now on. */
    on(next: typeof odd): void {
      odd = next;
    },
    reset(): void {
      odd = () => null;
      requests.length = 0;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type TestFeatureService = Awaited<ReturnType<typeof startTestFeatureService>>;

function describeLayer({ id, name, fields, description }: TestServiceLayer): object {
  return {
    id,
    name,
    type: 'Feature Layer',
    geometryType: 'esriGeometryPoint',
    objectIdField: 'OBJECTID',
    fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID' }, ...fields],
    maxRecordCount: 100,
    capabilities: 'Query',
    supportedQueryFormats: 'JSON',
    advancedQueryCapabilities: { supportsPagination: true, supportsStatistics: true },
    extent: { spatialReference: { wkid: 102100, latestWkid: 3857 } },
    ...description,
  };
}

/** Only the conditions that the vault sends. */
function queryLayer(layer: TestServiceLayer, parameters: Record<string, string>): object {
  const about = describeLayer(layer) as { objectIdField: string | null; maxRecordCount: number };
  const idOf = ({ attributes }: TestServiceLayer['features'][number]) =>
    Number(attributes[about.objectIdField ?? '']);
  const { where = '', objectIds } = parameters;
  const [, after] = /> (-?\d+)$/.exec(where) ?? [];
  const [, from, to] = />= (-?\d+) AND \w+ < (-?\d+)$/.exec(where) ?? [];
  const ids = objectIds === undefined ? null : new Set(objectIds.split(',').map(Number));
  const found = layer.features.filter((feature) => {
    const id = idOf(feature);
    if (ids) return ids.has(id);
    if (from !== undefined) return id >= Number(from) && id < Number(to);
    return after === undefined || id > Number(after);
  });
  if (parameters['returnCountOnly'] === 'true') return { count: found.length };
  if (parameters['returnIdsOnly'] === 'true')
    return { objectIdFieldName: about.objectIdField, objectIds: found.map(idOf) };
  if (parameters['outStatistics']) {
    const all = found.map(idOf);
    return { features: [{ attributes: { MIN_ID: Math.min(...all), MAX_ID: Math.max(...all) } }] };
  }
  if (parameters['orderByFields']) found.sort((a, b) => idOf(a) - idOf(b));
  const offset = Number(parameters['resultOffset'] ?? 0);
  const limit = Math.min(Number(parameters['resultRecordCount'] ?? Infinity), about.maxRecordCount);
  const features = found.slice(offset, offset + limit);
  const exceeded = found.length > offset + features.length ? { exceededTransferLimit: true } : {};
  if (parameters['f'] === 'geojson') {
    const asGeoJson = features.map(({ attributes, geometry }) => ({
      type: 'Feature',
      properties: attributes,
      geometry,
    }));
    return { type: 'FeatureCollection', features: asGeoJson, properties: exceeded };
  }
  return { features, ...exceeded };
}

function infoOf(login: TestServiceLogin | null, origin: string): object {
  if (!login) return { authInfo: { isTokenBasedSecurity: false } };
  const own = login.by === 'portal' ? '/portal/sharing/rest/generateToken' : '/arcgis/tokens/generateToken';
  const authInfo = { isTokenBasedSecurity: true, tokenServicesUrl: login.tokenServicesUrl ?? origin + own };
  return login.by === 'portal' ? { owningSystemUrl: `${origin}/portal`, authInfo } : { authInfo };
}

function createTokens(login: TestServiceLogin | null) {
  const issued = new Map<string, { referer: string | undefined; uses: number; ofPortal: boolean }>();
  const error = (code: number, message: string) => ({ error: { code, message, details: [] } });

  return {
    generate(path: string, parameters: Record<string, string>, referer: string | undefined): object {
      const given = issued.get(parameters['token'] ?? '');
      const isExchange = parameters['serverUrl'] !== undefined && given?.ofPortal === true;
      const { username, password } = parameters;
      if (!isExchange && (username !== login?.username || password !== login?.password))
        return error(400, `Unable to generate token for ${username} ${password}.`);
      const token = `token-${issued.size + 1}-${login!.password.length}`;
      const ofPortal = path.includes('/sharing/') && !isExchange;
      issued.set(token, {
        referer: parameters['referer'] ?? referer,
        uses: login!.uses ?? Infinity,
        ofPortal,
      });
      return { token, expires: Date.now() + 3_600_000, ssl: false };
    },

    refuse(token: string | undefined, referer: string | undefined): object | null {
      if (!token) return error(499, 'Token Required');
      const found = issued.get(token);
      if (!found || found.ofPortal || found.referer !== referer || found.uses <= 0)
        return error(498, `Invalid token ${token}.`);
      found.uses -= 1;
      return null;
    },
  };
}

async function readRequest(req: IncomingMessage): Promise<ServiceRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const url = new URL(req.url ?? '/', 'http://x');
  const body = new URLSearchParams(Buffer.concat(chunks).toString());
  return {
    method: req.method ?? 'GET',
    path: url.pathname,
    parameters: { ...Object.fromEntries(url.searchParams), ...Object.fromEntries(body) },
    headers: req.headers,
  };
}

function send(res: ServerResponse, { status = 200, headers, body = '' }: OddAnswer): void {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : (body as string | Buffer);
  res
    .writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/plain', ...headers })
    .end(bytes);
}

async function sendOdd(res: ServerResponse, odd: OddAnswer): Promise<void> {
  await odd.wait;
  if (odd.endless) {
    res.writeHead(200, { 'content-type': 'application/json' }).write('{"features":[');
    const more = Buffer.alloc(1024 * 1024, ' ');
    const write = () => {
      while (!res.destroyed && res.write(more));
    };
    res.on('drain', write);
    write();
    return;
  }
  if (odd.cutAfter === undefined) return send(res, odd);
  const bytes = Buffer.from(typeof odd.body === 'object' ? JSON.stringify(odd.body) : (odd.body ?? ''));
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  res.write(bytes.subarray(0, odd.cutAfter), () => res.destroy());
}
