import { AppError, badGateway, badRequest } from '@cairn/service';
import { TOO_LARGE } from '../geoserver/client.ts';
import type { GeoServerClient, TextAnswer } from '../geoserver/client.ts';
import { isObject } from '../geoserver/lists.ts';
import { countFeatures, listFeatureTypes, readAnswer } from '../geoserver/ogc.ts';

export interface FeatureRequest {
  workspace: string;
  layer: string;
  signal: AbortSignal;
  onFeatures(received: number, total: number): void;
}

const PAGE = 2_000;
/** A page is in memory as text and as objects, about four times this size; a larger one is requested again in parts. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;
/** For all features at once, when the server has no order for pages, or for one feature. */
const MAX_WHOLE_BYTES = 128 * 1024 * 1024;
/** The server reads the rows before it answers. */
const LIMITS = { totalMs: 600_000, idleMs: 120_000 };

interface Page {
  features: Record<string, unknown>[];
  crs: string | null;
}

/**
 * All features of a layer as the text of one GeoJSON file in the layer's own coordinate system, easting or longitude first. They
 * come in pages of the server's order.
 * @throws {AppError} bad_gateway unless exactly the number that WFS announces has come, each once, before and after.
 */
export async function* fetchFeatures(
  server: GeoServerClient,
  request: FeatureRequest,
): AsyncGenerator<string> {
  const { workspace, layer, signal, onFeatures } = request;
  const epsg = await readEpsg(server, request);
  const total = await countFeatures(server, { workspace, layer, signal });
  if (total === 0)
    throw badRequest('vault.mapserver_layer_empty', `The layer "${layer}" has no features to import.`);
  const name = JSON.stringify(`urn:ogc:def:crs:EPSG::${epsg}`);
  yield `{"type":"FeatureCollection","name":${JSON.stringify(layer)},"crs":{"type":"name","properties":{"name":${name}}},"features":[\n`;
  const seen = new Set<string>();
  let received = 0;
  let isPaged = true;
  let size = PAGE;
  while (received < total) {
    const part = isPaged ? { start: received, count: size } : null;
    const page = await fetchPage(server, request, { epsg, part });
    if (page === 'unordered') {
      isPaged = false;
      continue;
    }
    if (page === 'too large') {
      size = Math.ceil(size / 4);
      continue;
    }
    if (page.crs !== null && !page.crs.endsWith(`:${epsg}`))
      throw otherCrs(server, { layer, epsg, crs: page.crs });
    for (const { id, type, geometry, properties } of page.features) {
      if (typeof id === 'string' && seen.size === seen.add(id).size) throw repeated(server, id);
      received += 1;
      yield `${received === 1 ? '' : ',\n'}${JSON.stringify({ type, properties, geometry })}`;
    }
    onFeatures(received, total);
    if (page.features.length === 0 || !isPaged) break;
  }
  const after = await countFeatures(server, { workspace, layer, signal });
  if (received !== total || after !== total) throw incomplete(server, { layer, received, total, after });
  yield '\n]}\n';
}

async function readEpsg(
  server: GeoServerClient,
  { workspace, layer, signal }: FeatureRequest,
): Promise<number> {
  const crs = (await listFeatureTypes(server, { workspace, signal })).get(layer);
  if (crs === undefined) {
    throw badRequest('vault.mapserver_no_wfs', `The map server does not offer the layer "${layer}" by WFS.`);
  }
  if (/CRS:?84$/i.test(crs)) return 4326;
  const code = /\bEPSG[:/]+(?:[\d.]*[:/])?(\d{3,6})$/i.exec(crs)?.[1];
  if (code !== undefined) return Number(code);
  throw badRequest(
    'vault.mapserver_crs_unknown',
    `The coordinate system of the layer "${layer}" has no EPSG code on the map server (${crs.slice(0, 100)}).`,
  );
}

/** Without a primary key GeoServer has no order for pages; then all features are requested, without `part`. */
async function fetchPage(
  server: GeoServerClient,
  { workspace, layer, signal }: FeatureRequest,
  { epsg, part }: { epsg: number; part: { start: number; count: number } | null },
): Promise<Page | 'unordered' | 'too large'> {
  const isWhole = part === null || part.count === 1;
  let answer: TextAnswer;
  try {
    answer = await server.send({
      path: [workspace, 'wfs'],
      query: {
        ...{ service: 'WFS', version: '2.0.0', request: 'GetFeature', typeNames: `${workspace}:${layer}` },
        // The short form puts longitude and easting first; a URN would ask for the order of the authority.
        ...{ srsName: `EPSG:${epsg}`, outputFormat: 'application/json' },
        ...(part === null ? {} : { startIndex: String(part.start), count: String(part.count) }),
      },
      accept: 'application/json, application/xml',
      limits: { ...LIMITS, maxBytes: isWhole ? MAX_WHOLE_BYTES : MAX_PAGE_BYTES },
      signal,
    });
  } catch (error) {
    if (!isWhole && error instanceof AppError && error.code === TOO_LARGE) return 'too large';
    throw error;
  }
  if (answer.status !== 200) throw server.unexpected(answer, `The features of "${layer}" were not sent`);
  const text = answer.text.trimStart();
  if (text.startsWith('<')) {
    if (part !== null && /natural order without a primary key/.test(text)) return 'unordered';
    readAnswer(server, text, {});
  }
  return parsePage(server, text);
}

function parsePage(server: GeoServerClient, text: string): Page {
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body) && body.type === 'FeatureCollection' && Array.isArray(body.features)) {
      const crs = isObject(body.crs) && isObject(body.crs.properties) ? body.crs.properties.name : null;
      const features = body.features.filter(isObject);
      return { features, crs: typeof crs === 'string' ? crs : null };
    }
  } catch {
    // Reported below.
  }
  throw badGateway(
    'vault.mapserver_bad_features',
    `The map server ${server.host} sent features that are not complete GeoJSON. Try again.`,
  );
}

function otherCrs(
  server: GeoServerClient,
  { layer, epsg, crs }: { layer: string; epsg: number; crs: string },
): AppError {
  return badGateway(
    'vault.mapserver_other_crs',
    `The map server ${server.host} sent "${layer}" in ${crs.slice(0, 100)} instead of EPSG:${epsg}.`,
  );
}

function repeated(server: GeoServerClient, id: string): AppError {
  return badGateway(
    'vault.mapserver_repeats',
    `The map server ${server.host} sent the feature "${id.slice(0, 100)}" twice: the layer changed, or has no fixed order. Try again.`,
  );
}

function incomplete(
  server: GeoServerClient,
  { layer, received, total, after }: { layer: string; received: number; total: number; after: number },
): AppError {
  const changed =
    after === total ? '' : ` Afterwards it announced ${after}, so the layer was changed in between.`;
  return badGateway(
    'vault.mapserver_incomplete',
    `The map server ${server.host} announced ${total} features of "${layer}" and sent ${received}.${changed} Nothing was imported.`,
  );
}
