import type { Readable } from 'node:stream';
import { badGateway, badRequest, OutboundError, quoteServerText } from '@cairn/service';
import type { AppError, OutboundLimits, OutboundRequest, OutboundResponse, SafeFetch } from '@cairn/service';

/** A GeoServer and the login to use there. */
export interface GeoServerAddress {
  /** Of the web application, without a slash at the end. */
  url: string;
  username: string;
  password: string;
  verifySsl: boolean;
}

export interface GeoServerRequest {
  /** Segments of the path below the web application; each is encoded as one segment. */
  path: string[];
  /** Follows the path, such as `.json`. */
  extension?: string;
  query?: Record<string, string>;
  method?: OutboundRequest['method'];
  accept?: string;
  contentType?: string;
  /** A stream needs its length. */
  body?: string | Buffer | Readable;
  length?: number;
  limits?: Partial<OutboundLimits>;
  signal?: AbortSignal | undefined;
}

/** The response to one request, with its body as text. */
export interface TextAnswer {
  status: number;
  text: string;
  contentType: string;
}

export type GeoServerClient = ReturnType<typeof createGeoServerClient>;

/** Code of the error for an answer that is longer than the request allows. */
export const TOO_LARGE = 'vault.mapserver_too_large';

/** Room for the list of all layers of a large server. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/**
 * Requests to one GeoServer. The login is sent to its origin only: redirects are not followed. Every failure is an AppError whose
 * message contains neither the login nor paths of the server.
 */
export function createGeoServerClient(safeFetch: SafeFetch, address: GeoServerAddress) {
  const { url, username, password, verifySsl } = address;
  const { host } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

  async function open(request: GeoServerRequest): Promise<OutboundResponse> {
    const { path, extension = '', query = {}, accept, contentType, length } = request;
    const search = new URLSearchParams(query).toString();
    const target = `${url}/${path.map(segment).join('/')}${extension}${search === '' ? '' : `?${search}`}`;
    const response = await safeFetch
      .fetch({
        url: target,
        method: request.method ?? 'GET',
        headers: {
          authorization,
          accept: accept ?? 'application/json',
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
          ...(length === undefined ? {} : { 'content-length': String(length) }),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        redirects: 0,
        verifyTls: verifySsl,
        ...(request.limits ? { limits: request.limits } : {}),
        ...(request.signal ? { signal: request.signal } : {}),
      })
      .catch((error: unknown) => {
        throw toGatewayError(error);
      });
    if (response.status < 300 || response.status >= 400) return response;
    response.body.destroy();
    throw badGateway(
      'vault.mapserver_redirects',
      `The map server ${host} redirects to another address. Enter that address in the connection.`,
    );
  }

  async function readText({ body }: OutboundResponse, maxBytes: number): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw tooMuch(host);
        chunks.push(chunk);
      }
    } catch (error) {
      throw toGatewayError(error);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /** The answer, also to a request that the server refused, unless it refused the login. */
  async function send(request: GeoServerRequest): Promise<TextAnswer> {
    const maxBytes = request.limits?.maxBytes ?? MAX_TEXT_BYTES;
    const response = await open({ ...request, limits: { ...request.limits, maxBytes } });
    const text = await readText(response, maxBytes);
    if (response.status === 401) throw loginRefused(host);
    return { status: response.status, text, contentType: response.headers['content-type'] ?? '' };
  }

  /** An answer that no caller expects, as an error; `what` begins the sentence, such as "The workspace was not created". */
  function unexpected({ status, text }: Pick<TextAnswer, 'status' | 'text'>, what: string): AppError {
    if (status === 403) {
      return badGateway(
        'vault.mapserver_forbids',
        `${what}: the map server ${host} does not allow this to the user of the connection.`,
      );
    }
    const quote = quoteServerText(text, { secrets: [password, authorization] });
    return badGateway(
      'vault.mapserver_failed',
      `${what}: the map server ${host} answered ${status}${quote === '' ? '.' : `: ${quote.replace(/[.\s]+$/, '')}.`}`,
    );
  }

  return {
    host,
    url,
    open,
    send,
    unexpected,

    /** The JSON of a resource; null when the server has no such resource. */
    async json(request: GeoServerRequest, what: string): Promise<Record<string, unknown> | null> {
      const answer = await send({ extension: '.json', ...request });
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw unexpected(answer, what);
      return parseObject(answer.text, host);
    },
  };
}

function segment(name: string): string {
  requireSegment(name);
  return encodeURIComponent(name);
}

/** Refuses what cannot be one segment of a path: a URL would follow segments of dots. @throws {AppError} bad_request */
export function requireSegment(name: string): void {
  if (name !== '' && name !== '.' && name !== '..') return;
  throw badRequest('vault.bad_mapserver_name', `"${name}" is not a name on a map server. Choose another.`);
}

function parseObject(text: string, host: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw badGateway(
    'vault.mapserver_not_json',
    `The server ${host} does not answer as GeoServer does. Check the address of the connection: it usually ends with /geoserver.`,
  );
}

/** Failures of the network as those of the map server; an address that must not be called stays the caller's mistake. */
export function toGatewayError(error: unknown): unknown {
  if (!(error instanceof OutboundError) || error.reason === 'refused') return error;
  return badGateway(`vault.mapserver_${error.reason}`, error.message);
}

function loginRefused(host: string): AppError {
  return badGateway(
    'vault.mapserver_login_refused',
    `The map server ${host} refuses the username or the password. Correct them in the connection.`,
  );
}

function tooMuch(host: string): AppError {
  return badGateway(TOO_LARGE, `The answer of the map server ${host} is too large.`);
}
