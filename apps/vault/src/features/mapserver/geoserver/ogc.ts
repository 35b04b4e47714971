import { badGateway, quoteServerText } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { GeoServerClient } from './client.ts';
import { readXml, XmlError } from './xml.ts';

export type OgcService = 'wms' | 'wfs' | 'wcs';

const CAPABILITIES: Record<OgcService, { version: string; end: [string, string]; root: RegExp }> = {
  wms: { version: '1.3.0', end: ['Layer', 'Name'], root: /^WMS_Capabilities$/ },
  wfs: { version: '2.0.0', end: ['FeatureType', 'Name'], root: /^WFS_Capabilities$/ },
  wcs: { version: '2.0.1', end: ['CoverageSummary', 'CoverageId'], root: /^Capabilities$/ },
};

/** The address of a service of one workspace. */
export function serviceUrl(server: string, workspace: string, service: OgcService): string {
  return `${server}/${encodeURIComponent(workspace)}/${service}`;
}

/** Names of the layers that a service of a workspace offers, without the workspace. */
export async function listOfferedLayers(
  server: GeoServerClient,
  { workspace, service, signal }: { workspace: string; service: OgcService; signal: AbortSignal },
): Promise<Set<string>> {
  const { version, end, root } = CAPABILITIES[service];
  const text = await requestXml(server, {
    path: [workspace, service],
    query: { service: service.toUpperCase(), version, request: 'GetCapabilities' },
    signal,
  });
  const names = new Set<string>();
  let first = '';
  readAnswer(server, text, {
    onElement: ({ name, path }) => {
      if (path.length === 0) first = name;
    },
    onText: (content, path) => {
      if (path.at(-1) === end[1] && path.at(-2) === end[0]) names.add(withoutWorkspace(content, workspace));
    },
  });
  if (!root.test(first)) throw noService(server, service);
  return names;
}

/** The coordinate systems of the layers that WFS offers in a workspace, as the server spells them. */
export async function listFeatureTypes(
  server: GeoServerClient,
  { workspace, signal }: { workspace: string; signal: AbortSignal },
): Promise<Map<string, string>> {
  const query = { service: 'WFS', version: '2.0.0', request: 'GetCapabilities' };
  const text = await requestXml(server, { path: [workspace, 'wfs'], query, signal });
  const found = new Map<string, string>();
  let current = '';
  readAnswer(server, text, {
    onText: (content, path) => {
      if (path.at(-2) !== 'FeatureType') return;
      if (path.at(-1) === 'Name') current = withoutWorkspace(content, workspace);
      if (path.at(-1) === 'DefaultCRS') found.set(current, content);
    },
  });
  return found;
}

/** The number of features of a layer, by WFS. */
export async function countFeatures(
  server: GeoServerClient,
  { workspace, layer, signal }: { workspace: string; layer: string; signal: AbortSignal },
): Promise<number> {
  const query = {
    ...{ service: 'WFS', version: '2.0.0', request: 'GetFeature' },
    ...{ typeNames: `${workspace}:${layer}`, resultType: 'hits' },
  };
  const text = await requestXml(server, { path: [workspace, 'wfs'], query, signal });
  let matched: number | null = null;
  readAnswer(server, text, {
    onElement: ({ name, attributes, path }) => {
      const count = attributes.numberMatched ?? '';
      if (path.length === 0 && name === 'FeatureCollection' && /^\d+$/.test(count)) matched = Number(count);
    },
  });
  if (matched === null) throw noService(server, 'wfs');
  return matched;
}

async function requestXml(
  server: GeoServerClient,
  request: { path: string[]; query: Record<string, string>; signal: AbortSignal },
): Promise<string> {
  const answer = await server.send({ ...request, accept: 'application/xml, text/xml' });
  if (answer.status === 200) return answer.text;
  throw server.unexpected(answer, `The service ${request.query.service} was not read`);
}

/** Reads an answer, which may be an exception: services send those with status 200. */
export function readAnswer(
  server: Pick<GeoServerClient, 'host'>,
  text: string,
  reader: Parameters<typeof readXml>[1],
): void {
  let exception: string | null = null;
  try {
    readXml(text, {
      ...reader,
      onText: (content, path) => {
        if (/^Service(Exception)$|^ExceptionText$/.test(path.at(-1) ?? '')) exception ??= content;
        reader.onText?.(content, path);
      },
    });
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw badGateway(
      'vault.mapserver_not_xml',
      `The map server ${server.host} sent a document that cannot be read: ${error.message}.`,
    );
  }
  if (exception === null) return;
  const quote = quoteServerText(exception, { secrets: [] });
  throw badGateway(
    'vault.mapserver_exception',
    `The map server ${server.host} refuses the request: ${quote.replace(/[.\s]+$/, '')}.`,
  );
}

function withoutWorkspace(name: string, workspace: string): string {
  for (const prefix of [`${workspace}:`, `${workspace}__`])
    if (name.startsWith(prefix)) return name.slice(prefix.length);
  return name;
}

function noService(server: Pick<GeoServerClient, 'host'>, service: OgcService): AppError {
  return badGateway(
    'vault.mapserver_no_service',
    `The map server ${server.host} does not answer ${service.toUpperCase()} requests. Enable the service there.`,
  );
}
