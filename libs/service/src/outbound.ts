import { AppError } from './errors.ts';
import type { Call } from './handler.ts';

const DEFAULT_DEADLINE_MS = 5000;

export interface OutboundOptions {
  /** The call on whose behalf it is sent: its request id is forwarded, and the request ends when its client disconnects. */
  call?: Pick<Call, 'requestId' | 'signal'> & { request: Pick<Call['request'], 'headers'> };
  /** For the whole exchange, the body included; default 5000. */
  deadlineMs?: number;
  /** Forward the caller's cookie and Authorization, to act for the caller. */
  forwardCredentials?: boolean;
  headers?: Record<string, string>;
}

export interface ServiceRequest extends OutboundOptions {
  url: string;
  method?: string;
  body?: NonNullable<RequestInit['body']>;
}

/**
 * Calls another service of the platform, at an address from the configuration (never one from a user).
 * Redirects are not followed, and any HTTP status is returned.
 * @throws {AppError} unavailable after the deadline, bad_gateway when the service cannot be reached
 */
export async function callService({
  url,
  method = 'GET',
  body,
  ...options
}: ServiceRequest): Promise<Response> {
  return outboundFetch(options)(
    new Request(url, { method, ...(body === undefined ? {} : { body, duplex: 'half' }) } as RequestInit),
  );
}

/** The same as a `fetch` function, for the typed clients of @cairn/contracts. */
export function outboundFetch(options: OutboundOptions = {}): (request: Request) => Promise<Response> {
  const { call, deadlineMs = DEFAULT_DEADLINE_MS } = options;
  return async (request) => {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    if (call) headers.set('X-Request-Id', call.requestId);
    if (call && options.forwardCredentials) forward(call, headers);
    const deadline = AbortSignal.timeout(deadlineMs);
    const signals = [deadline, request.signal, ...(call ? [call.signal] : [])];
    try {
      return await fetch(request, { headers, redirect: 'manual', signal: AbortSignal.any(signals) });
    } catch (error) {
      throw failure(error, { host: new URL(request.url).host, late: deadline.aborted });
    }
  };
}

function forward(call: NonNullable<OutboundOptions['call']>, headers: Headers): void {
  const { cookie, authorization } = call.request.headers;
  if (cookie) headers.set('Cookie', cookie);
  if (authorization) headers.set('Authorization', authorization);
}

function failure(cause: unknown, { host, late }: { host: string; late: boolean }): AppError {
  return late
    ? new AppError({
        kind: 'unavailable',
        code: 'outbound.late',
        message: 'Another service did not answer in time; try again in a moment.',
        details: { host },
        cause,
      })
    : new AppError({
        kind: 'bad_gateway',
        code: 'outbound.unreachable',
        message: 'Another service could not be reached; try again in a moment.',
        details: { host },
        cause,
      });
}
