import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sendText } from './answer.ts';
import type { GeoServerExchange } from './answer.ts';
import { readTables } from './catalog.ts';
import type { Catalog, FeatureType, Store, Table } from './catalog.ts';

const run = promisify(execFile);

interface Layer {
  workspace: string;
  name: string;
  store: Store;
  type: FeatureType;
}

interface Feature {
  id?: string | number;
  geometry: { coordinates: unknown } | null;
}

/** Answers WMS, WFS and WCS, of the server or of one workspace. */
export async function answerOgc(catalog: Catalog, exchange: GeoServerExchange): Promise<void> {
  const { res, segments, query } = exchange;
  const only = segments.length > 1 ? segments[0] : undefined;
  const parameter = (name: string): string => {
    for (const [key, value] of query) if (key.toLowerCase() === name.toLowerCase()) return value;
    return '';
  };
  const layers = [...catalog.workspaces].flatMap(([workspace, { layers: all }]) =>
    only !== undefined && only !== workspace
      ? []
      : [...all]
          .filter(([, { store, type }]) => store.enabled && type.enabled)
          .map(([name, { store, type }]): Layer => ({ workspace, name, store, type })),
  );
  const vectors = layers.filter(({ store }) => store.kind === 'datastore');
  const rasters = layers.filter(({ store }) => store.kind === 'coveragestore');
  const service = segments.at(-1);
  if (parameter('request') === 'GetCapabilities') {
    const listed = (all: Layer[]) => all.filter(({ type }) => type.advertised);
    if (service === 'wms') return sendXml(exchange, wmsCapabilities(listed(layers), only));
    if (service === 'wfs') return sendXml(exchange, wfsCapabilities(listed(vectors)));
    return sendXml(exchange, wcsCapabilities(listed(rasters)));
  }
  if (service === 'wfs' && parameter('request') === 'GetFeature') {
    const [asked] = vectors.filter(({ workspace, name }) =>
      [name, `${workspace}:${name}`].includes(parameter('typeNames')),
    );
    if (!asked) return sendXml(exchange, exception(`Feature type ${parameter('typeNames')} unknown`));
    return getFeature(exchange, asked, parameter);
  }
  if (service === 'wcs' && parameter('request') === 'GetCoverage') {
    const [asked] = rasters.filter(
      ({ workspace, name }) => `${workspace}__${name}` === parameter('coverageId'),
    );
    if (!asked)
      return sendXml(
        exchange,
        exception(`Could not find the requested coverage(s): ${parameter('coverageId')}`),
      );
    const { size } = await stat(asked.store.file);
    res.writeHead(200, { 'content-type': 'image/tiff', 'content-length': size });
    createReadStream(asked.store.file).pipe(res);
    return;
  }
  sendText(res, 400, 'unknown request');
}

async function getFeature(
  exchange: GeoServerExchange,
  layer: Layer,
  parameter: (name: string) => string,
): Promise<void> {
  const { nativeName } = layer.type;
  const table = readTables(layer.store.file).find(({ name }) => name === nativeName);
  if (!table) return sendXml(exchange, exception(`Schema '${nativeName}' does not exist.`));
  if (parameter('resultType') === 'hits') {
    return sendXml(
      exchange,
      `<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" numberMatched="${table.count}" numberReturned="0"/>`,
    );
  }
  const all = await readFeatures(layer, table);
  const start = Number(parameter('startIndex') || 0);
  const count = parameter('count') === '' ? all.length : Number(parameter('count'));
  const features = all.slice(start, start + count);
  // A URN asks for the axes of the authority, which for WGS 84 are latitude and longitude.
  if (parameter('srsName').startsWith('urn:') && table.srid === 4326)
    for (const feature of features) swapAxes(feature);
  const body = {
    type: 'FeatureCollection',
    features,
    totalFeatures: table.count,
    numberMatched: table.count,
    numberReturned: features.length,
    timeStamp: '2026-01-01T00:00:00.000Z',
    crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${table.srid}` } },
  };
  sendText(exchange.res, 200, JSON.stringify(body), 'application/json;charset=UTF-8');
}

async function readFeatures({ name, store, type }: Layer, { srid }: Table): Promise<Feature[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-geoserver-'));
  const file = join(folder, 'features.geojson');
  try {
    const options = ['-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=15', '-a_srs', `EPSG:${srid}`];
    await run('ogr2ogr', ['-f', 'GeoJSON', ...options, file, store.file, type.nativeName]);
    const { features } = JSON.parse(await readFile(file, 'utf8')) as { features: Feature[] };
    return features.map((feature, index) => ({
      ...feature,
      id: `${name}.${index + 1}`,
      geometry_name: 'geom',
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function swapAxes({ geometry }: Feature): void {
  const swap = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    return typeof value[0] === 'number' ? [value[1], value[0], ...value.slice(2)] : value.map(swap);
  };
  if (geometry) geometry.coordinates = swap(geometry.coordinates);
}

function xml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function sendXml({ res }: GeoServerExchange, text: string): void {
  sendText(res, 200, `<?xml version="1.0" encoding="UTF-8"?>${text}`, 'application/xml');
}

function wmsCapabilities(layers: Layer[], only: string | undefined): string {
  const named = layers.map(
    ({ workspace, name }) =>
      `<Layer queryable="1"><Name>${xml(only === undefined ? `${workspace}:${name}` : name)}</Name><Title>${xml(name)}</Title><Style><Name>polygon</Name></Style></Layer>`,
  );
  return `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink"><Service><Name>WMS</Name><OnlineResource xlink:href="http://internal.invalid:8080/geoserver"/></Service><Capability><Layer><Title>GeoServer Web Map Service</Title>${named.join('')}</Layer></Capability></WMS_Capabilities>`;
}

function wfsCapabilities(layers: Layer[]): string {
  const types = layers.map(
    ({ workspace, name, type }) =>
      `<FeatureType><Name>${xml(`${workspace}:${name}`)}</Name><Title>${xml(name)}</Title><DefaultCRS>urn:ogc:def:crs:EPSG::${type.srs.slice('EPSG:'.length)}</DefaultCRS></FeatureType>`,
  );
  return `<wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns="http://www.opengis.net/wfs/2.0"><FeatureTypeList>${types.join('')}</FeatureTypeList></wfs:WFS_Capabilities>`;
}

function wcsCapabilities(layers: Layer[]): string {
  const summaries = layers.map(
    ({ workspace, name }) =>
      `<wcs:CoverageSummary><wcs:CoverageId>${xml(`${workspace}__${name}`)}</wcs:CoverageId></wcs:CoverageSummary>`,
  );
  return `<wcs:Capabilities version="2.0.1" xmlns:wcs="http://www.opengis.net/wcs/2.0"><wcs:Contents>${summaries.join('')}</wcs:Contents></wcs:Capabilities>`;
}

function exception(text: string): string {
  return `<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="InvalidParameterValue"><ows:ExceptionText>${xml(text)}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`;
}
