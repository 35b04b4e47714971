import { signServiceToken } from '@cairn/auth';
import { AppError } from '@cairn/service';
import type { Call } from '@cairn/service';
import { notConfigured, publishServiceFailed } from './errors.ts';

export interface UpstreamRequest {
  /** Path below the address of the publish service; its parts are encoded. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: ReadableStream<Uint8Array>;
  /** For the status and the headers of the response; default 10 s. */
  headersMs?: number;
  /** Ends the request, also while its body is read. */
  signal?: AbortSignal;
  call?: Pick<Call, 'requestId'>;
}

/** Sends a request to the publish service. Any status is returned but those that only concern our own credential. */
export type Upstream = (request: UpstreamRequest) => Promise<Response>;

const HEADERS_MS = 10_000;
/** Of a JSON response. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/**
 * The publish service at an address of the operator.
 * @throws {AppError} unavailable without an address; bad_gateway when it cannot be reached, is late, redirects, or refuses the vault
 */
export function createUpstream({ url, serviceSecret }: { url?: string; serviceSecret: string }): Upstream {
  return async ({ path, method = 'GET', headersMs = HEADERS_MS, signal, call, ...request }) => {
    if (url === undefined) throw notConfigured();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), headersMs);
    const token = signServiceToken({ service: 'vault', audience: 'gis-publish', secret: serviceSecret });
    try {
      const response = await fetch(url.replace(/\/$/, '') + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
        headers: {
          ...request.headers,
          Authorization: `Bearer ${token}`,
          // So that lengths are those of the content.
          'Accept-Encoding': 'identity',
          ...(call ? { 'X-Request-Id': call.requestId } : {}),
        },
        ...(request.body ? { body: request.body, duplex: 'half' } : {}),
      } as RequestInit);
      const isUseless = response.status === 401 || (response.status >= 300 && response.status < 400);
      if (!isUseless) return response;
      await response.body?.cancel();
      throw publishServiceFailed(new Error(`status ${response.status}`));
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw publishServiceFailed(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The JSON of a response. @throws {AppError} bad_gateway for something else, or for more than 4 MiB */
export async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_JSON_BYTES) throw new Error('the response is too long');
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw publishServiceFailed(error);
  }
}
