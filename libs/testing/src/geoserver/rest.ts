import { list, readBody, RestError, sendResource, sendText } from './answer.ts';
import type { GeoServerExchange } from './answer.ts';
import { addLayer, createWorkspace, readTables, removeStore, SLD_10, SLD_11 } from './catalog.ts';
import type { Catalog, Store, Style } from './catalog.ts';
import { createPostgisStore, createPostgisType, listAvailable } from './postgis-stores.ts';
import type { NewFeatureType } from './postgis-stores.ts';
import { changeStore, storeBody, upload } from './rest-stores.ts';
import type { StoreScope } from './rest-stores.ts';

const KINDS = { datastores: 'datastore', coveragestores: 'coveragestore' } as const;

/** Answers below `/rest`. */
export async function answerRest(
  catalog: Catalog,
  folder: string,
  exchange: GeoServerExchange,
): Promise<void> {
  const { segments } = exchange;
  const [, noun, ...rest] = segments;
  if (noun === 'workspaces.json' || (noun === 'workspaces' && rest.length === 0))
    return workspaces(catalog, exchange);
  if (noun === 'layers.json') {
    const names = [...catalog.workspaces].flatMap(([ws, { layers }]) =>
      [...layers.keys()].map((l) => `${ws}:${l}`),
    );
    return sendResource(exchange, true, list('layers', 'layer', names));
  }
  if (noun === 'layers' && rest[0] !== undefined) return layer(catalog, exchange, rest[0]);
  if (noun === 'styles.json' || noun === 'styles') {
    return styles(catalog.styles, exchange, rest[0]);
  }
  if (noun === 'workspaces' && rest[0] !== undefined) return inWorkspace(catalog, folder, exchange);
  throw new RestError(404, 'No such resource');
}

async function workspaces({ workspaces: all }: Catalog, exchange: GeoServerExchange): Promise<void> {
  const { req, res, method, segments } = exchange;
  if (method === 'GET') {
    return sendResource(
      exchange,
      segments[1] === 'workspaces.json',
      list('workspaces', 'workspace', [...all.keys()]),
    );
  }
  const { workspace } = JSON.parse(String(await readBody(req))) as { workspace: { name: string } };
  if (all.has(workspace.name)) throw new RestError(409, `Workspace '${workspace.name}' already exists`);
  all.set(workspace.name, createWorkspace());
  res.writeHead(201, { location: `http://x/rest/workspaces/${workspace.name}` }).end(workspace.name);
}

async function inWorkspace(catalog: Catalog, folder: string, exchange: GeoServerExchange): Promise<void> {
  const { res, method, segments, query } = exchange;
  const [name, isJson] = withoutExtension(segments[2]!, segments.length === 3);
  const workspace = catalog.workspaces.get(name);
  if (!workspace) throw new RestError(404, `No such workspace: '${name}' found`);
  if (segments.length === 3) {
    if (method !== 'DELETE') return sendResource(exchange, isJson, { workspace: { name } });
    if (workspace.stores.size > 0 && query.get('recurse') !== 'true')
      throw new RestError(403, 'Workspace not empty');
    catalog.workspaces.delete(name);
    return sendText(res, 200, '');
  }
  const [noun, nounJson] = withoutExtension(segments[3]!, segments.length === 4);
  if (noun === 'styles') return styles(workspace.styles, exchange, segments[4]);
  if (noun === 'layers') {
    if (segments.length === 4)
      return sendResource(exchange, nounJson, list('layers', 'layer', [...workspace.layers.keys()]));
    return layer(catalog, exchange, `${name}:${segments[4]}`);
  }
  if (!(noun in KINDS)) throw new RestError(404, 'No such resource');
  const kind = KINDS[noun as keyof typeof KINDS];
  if (segments.length === 4 && method === 'POST') return createPostgisStore(workspace, exchange, name);
  if (segments.length === 4) {
    const names = [...workspace.stores.values()]
      .filter((store) => store.kind === kind)
      .map((store) => store.name);
    const [outer, inner] =
      kind === 'datastore' ? ['dataStores', 'dataStore'] : ['coverageStores', 'coverageStore'];
    return sendResource(exchange, nounJson, list(outer!, inner!, names));
  }
  return inStore({ workspace, workspaceName: name, kind, folder }, exchange);
}

async function inStore(scope: StoreScope, exchange: GeoServerExchange): Promise<void> {
  const { workspace, workspaceName, kind } = scope;
  const { res, method, segments, query } = exchange;
  if (method === 'PUT' && segments.length === 6 && segments[5]!.startsWith('file.'))
    return upload(scope, exchange);
  const [name, isJson] = withoutExtension(segments[4]!, segments.length === 5);
  const found = workspace.stores.get(name);
  const store = found?.kind === kind ? found : undefined;
  if (!store) throw new RestError(404, `No such ${kind}: ${workspaceName},${name}`);
  if (segments.length === 5) {
    const outer = kind === 'datastore' ? 'dataStore' : 'coverageStore';
    if (method === 'PUT') return changeStore(store, scope, exchange);
    if (method !== 'DELETE') {
      return sendResource(exchange, isJson, { [outer]: storeBody(store, scope) });
    }
    if (store.types.length > 0 && query.get('recurse') !== 'true') {
      throw new RestError(403, `${kind === 'datastore' ? 'datastore' : 'coveragestore'} not empty`);
    }
    // The uploaded file stays in the data directory.
    removeStore(workspace, store);
    return sendText(res, 200, '');
  }
  const [noun, nounJson] = withoutExtension(segments[5]!, segments.length === 6);
  if (noun !== 'featuretypes' && noun !== 'coverages') throw new RestError(404, 'No such resource');
  if (method === 'POST') return createFeatureType(scope, store, exchange);
  if (store.connection && query.get('list') === 'available') return listAvailable(store, exchange);
  const names = store.types.map((type) => type.name);
  const [outer, inner] = noun === 'coverages' ? ['coverages', 'coverage'] : ['featureTypes', 'featureType'];
  if (segments.length === 6) return sendResource(exchange, nounJson, list(outer!, inner!, names));
  const [typeName] = withoutExtension(segments[6]!, true);
  const type = store.types.find((each) => each.name === typeName);
  if (!type) throw new RestError(404, `No such ${inner}: ${workspaceName},${name},${typeName}`);
  if (method === 'DELETE') {
    if (workspace.layers.has(type.name) && query.get('recurse') !== 'true')
      throw new RestError(403, 'feature type referenced by layer(s)');
    store.types.splice(store.types.indexOf(type), 1);
    workspace.layers.delete(type.name);
    return sendText(res, 200, '');
  }
  if (method === 'PUT') {
    const body = JSON.parse(String(await readBody(exchange.req))) as Record<string, Partial<typeof type>>;
    // What is missing stays, but for a missing `enabled`, which is false.
    Object.assign(type, { enabled: false }, body[inner!]);
    return sendText(res, 200, '');
  }
  return sendResource(exchange, true, { [inner!]: type });
}

async function createFeatureType(
  { workspace, workspaceName }: StoreScope,
  store: Store,
  { req, res }: GeoServerExchange,
) {
  const { featureType } = JSON.parse(String(await readBody(req))) as { featureType: NewFeatureType };
  const { name, nativeName = name, advertised = true } = featureType;
  if (workspace.layers.has(name)) {
    throw new RestError(500, `Resource named '${name}' already exists in namespace: '${workspaceName}'`);
  }
  if (store.connection) {
    await createPostgisType(workspace, store, featureType);
    res.writeHead(201).end();
    return;
  }
  if (!readTables(store.file).some((table) => table.name === nativeName)) {
    throw new RestError(
      500,
      'Trying to create new feature type inside the store, but no attributes were specified',
    );
  }
  addLayer(workspace, store, { name, nativeName, advertised });
  res.writeHead(201).end();
}

async function layer(catalog: Catalog, exchange: GeoServerExchange, given: string): Promise<void> {
  const { req, res, method } = exchange;
  const [qualified, isJson] = withoutExtension(given, true);
  const at = qualified.indexOf(':');
  const [workspaceName, name] = [qualified.slice(0, Math.max(at, 0)), qualified.slice(at + 1)];
  const workspace = catalog.workspaces.get(workspaceName);
  const found = workspace?.layers.get(name);
  if (!workspace || !found) throw new RestError(404, `No such layer: ${qualified}`);
  if (method === 'PUT') {
    const body = JSON.parse(String(await readBody(req))) as { layer: { defaultStyle?: { name: string } } };
    const style = body.layer.defaultStyle?.name ?? found.style;
    const [first = '', second] = style.split(':');
    const isKnown =
      second === undefined ? catalog.styles.has(first) : catalog.workspaces.get(first)?.styles.has(second);
    // The reference to a style that does not exist is dropped without a word.
    if (isKnown) found.style = style;
    return sendText(res, 200, '');
  }
  const isRaster = found.store.kind === 'coveragestore';
  return sendResource(exchange, isJson, {
    layer: {
      name,
      type: isRaster ? 'RASTER' : 'VECTOR',
      defaultStyle: { name: found.style, href: 'http://x' },
      resource: { '@class': isRaster ? 'coverage' : 'featureType', name: qualified, href: 'http://x' },
    },
  });
}

async function styles(
  all: Map<string, Style>,
  exchange: GeoServerExchange,
  given: string | undefined,
): Promise<void> {
  const { req, res, method, query } = exchange;
  const type = (req.headers['content-type'] ?? '').split(';')[0]!;
  if (given === undefined && method === 'POST') {
    const body = await readBody(req);
    const name = query.get('name') ?? '';
    if (![SLD_10, SLD_11].includes(type)) throw new RestError(500, `No such style handler: ${type}`);
    if (all.has(name)) throw new RestError(403, `Style ${name} already exists.`);
    all.set(name, { mediaType: type, body });
    res.writeHead(201, { 'content-type': 'text/plain' }).end(name);
    return;
  }
  if (given === undefined) return sendResource(exchange, true, list('styles', 'style', [...all.keys()]));
  const [name, isJson] = withoutExtension(given, true);
  const style = all.get(name) ?? all.get(given.replace(/\.sld$/, ''));
  if (!style) throw new RestError(404, `No such style: ${name}`);
  if (method === 'PUT') {
    all.set(name, { mediaType: type, body: await readBody(req) });
    return sendText(res, 200, '');
  }
  if (method === 'DELETE') {
    all.delete(name);
    return sendText(res, 200, '');
  }
  const accept = req.headers.accept ?? '';
  if (!isJson && accept.includes(style.mediaType))
    return sendText(res, 200, String(style.body), style.mediaType);
  if (given.endsWith('.sld') || accept.includes('vnd.ogc')) {
    return sendText(res, 200, `<!-- converted to SLD 1.0 -->${String(style.body)}`, SLD_10);
  }
  const version = style.mediaType === SLD_11 ? '1.1.0' : '1.0.0';
  return sendResource(exchange, isJson, { style: { name, format: 'sld', languageVersion: { version } } });
}

/** GeoServer takes the last part of the last segment for a format. */
function withoutExtension(segment: string, isLast: boolean): [name: string, isJson: boolean] {
  return isLast && segment.endsWith('.json') ? [segment.slice(0, -'.json'.length), true] : [segment, false];
}
