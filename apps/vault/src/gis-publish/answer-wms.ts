import { join } from 'node:path';
import { badGateway } from '@cairn/service';
import type { FastCgiResponse } from './fastcgi.ts';
import type { ProjectStore } from './project-store.ts';
import type { QgisPool } from './qgis-pool.ts';
import { PROJECT_FILE } from './types.ts';
import type { Project } from './types.ts';
import { readWmsRequest, toServiceException, WmsError } from './wms-request.ts';

export interface WmsQuery {
  query: Readonly<Record<string, string[]>>;
  /** Address of the service that the capabilities show; '' for none. */
  publicUrl: string;
  signal?: AbortSignal;
}

const MAX_PUBLIC_URL = 2_000;
/** What QGIS Server may answer, by the start of its content type. */
const TYPES =
  /^(image\/(png|jpeg)|text\/(xml|plain|html)|application\/(json|geo\+json|vnd\.ogc\.(gml|se_xml)))\b/;

/** Draws the runtime of a project. A request that is refused gets a ServiceExceptionReport. */
export async function answerWms(
  { projects, qgis }: { projects: ProjectStore; qgis: QgisPool },
  { id, runtime }: Project,
  { query, publicUrl, signal }: WmsQuery,
): Promise<FastCgiResponse> {
  try {
    const request = readWmsRequest(query, runtime.layers);
    const map = join(projects.root, id, runtime.folder, PROJECT_FILE);
    const parameters = {
      GATEWAY_INTERFACE: 'CGI/1.1',
      SERVER_PROTOCOL: 'HTTP/1.1',
      SERVER_NAME: 'localhost',
      SERVER_PORT: '80',
      SCRIPT_NAME: '/wms',
      REQUEST_METHOD: 'GET',
      QUERY_STRING: String(new URLSearchParams({ MAP: map, ...request })),
      ...(isUsable(publicUrl) ? { HTTP_X_QGIS_SERVICE_URL: publicUrl } : {}),
    };
    const response = await qgis.request(parameters, signal);
    if (!TYPES.test(response.contentType))
      throw badGateway('gis.failed', 'QGIS Server gave no usable response.');
    return request.REQUEST === 'GetCapabilities' ? withoutRootName(response) : response;
  } catch (error) {
    if (!(error instanceof WmsError)) throw error;
    return {
      status: 400,
      contentType: 'text/xml; charset=utf-8',
      body: Buffer.from(toServiceException(error)),
    };
  }
}

/**
 * QGIS names the root after the title of the project. Titles with commas are no names that a program could request, and only the
 * layers below may be requested; without a name, the root is a heading (WMS 1.3.0, 7.2.4.6.3).
 */
function withoutRootName(response: FastCgiResponse): FastCgiResponse {
  const body = response.body
    .toString('utf8')
    .replace(/(<Layer queryable="1">\s*)<Name>[^<]*<\/Name>\s*/, '$1');
  return { ...response, body: Buffer.from(body) };
}

function isUsable(url: string): boolean {
  return url.length <= MAX_PUBLIC_URL && /^https?:\/\/[^\s<>"']+$/.test(url) && URL.canParse(url);
}
