import type { Readable } from 'node:stream';
import { badGateway, OutboundError, quoteServerText } from '@cairn/service';
import type { AppError, OutboundLimits, OutboundRequest, SafeFetch } from '@cairn/service';

/** A server of others with a login there. */
export interface RemoteServer {
  /** Without a slash at the end. */
  url: string;
  /** Value of the header Authorization. */
  authorization: string;
  /** In sentences, such as `map server`. */
  noun: string;
  /** Are never quoted from an answer. */
  secrets: string[];
}

export interface RemoteRequest {
  /** Segments below the address; each is encoded as one. */
  path: string[];
  /** Follows the path, such as `.json` or `/`. */
  end?: string;
  query?: Record<string, string>;
  method?: OutboundRequest['method'];
  headers?: Record<string, string>;
  body?: string | Readable;
  limits?: Partial<OutboundLimits>;
  signal?: AbortSignal;
}

export interface RemoteAnswer {
  status: number;
  text: string;
}

export type RemoteClient = ReturnType<typeof createRemoteClient>;

const MAX_TEXT_BYTES = 8 * 1024 * 1024;

export function basicSignIn(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/**
 * Requests to one server. The login goes to its origin only: redirects are not followed. Messages of its errors have neither the login
 * nor paths of the server.
 */
export function createRemoteClient(fetch: SafeFetch, server: RemoteServer) {
  const { url, authorization, noun } = server;
  const { host } = new URL(url);

  /** @throws {AppError} bad_gateway for failures of the network, a refused login and a redirect; {OutboundError} refused */
  async function send(request: RemoteRequest): Promise<RemoteAnswer> {
    const { status, text } = await exchange(request).catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.reason === 'refused') throw error;
      throw badGateway(`field_sync.remote_${error.reason}`, error.message);
    });
    if (status === 401) throw loginRefused(noun, host);
    if (status >= 300 && status < 400) throw redirects(noun, host);
    return { status, text };
  }

  async function exchange({
    path,
    end = '',
    query,
    headers,
    ...request
  }: RemoteRequest): Promise<RemoteAnswer> {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const response = await fetch.fetch({
      ...{ url: `${url}/${path.map(encodeURIComponent).join('/')}${end}${search}`, redirects: 0 },
      ...{ ...request, limits: { maxBytes: MAX_TEXT_BYTES, ...request.limits } },
      headers: { authorization, accept: 'application/json', ...headers },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response.body as AsyncIterable<Buffer>) chunks.push(chunk);
    return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
  }

  /** The error for an answer that the caller has no use for; `what` begins the sentence, such as `The layer was not created`. */
  function unexpected({ status, text }: RemoteAnswer, what: string): AppError {
    if (status === 403)
      return badGateway(
        'field_sync.remote_forbids',
        `${what}: the ${noun} ${host} does not allow this to the user.`,
      );
    const quote = quoteServerText(text, { secrets: [...server.secrets, authorization] });
    const end = quote === '' ? '.' : `: ${quote.replace(/[.\s]+$/, '')}.`;
    return badGateway('field_sync.remote_failed', `${what}: the ${noun} ${host} answered ${status}${end}`);
  }

  return {
    host,
    send,
    unexpected,
    /** The object of a JSON answer. @throws {AppError} bad_gateway */
    parse({ text }: RemoteAnswer): Record<string, unknown> {
      try {
        const value: unknown = JSON.parse(text);
        if (isObject(value)) return value;
      } catch {
        // Reported below.
      }
      throw badGateway(
        'field_sync.remote_not_json',
        `${host} does not answer as a ${noun} does. Check its address.`,
      );
    },
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function loginRefused(noun: string, host: string): AppError {
  return badGateway(
    'field_sync.remote_login',
    `The ${noun} ${host} refuses ${noun === 'publisher' ? 'the token' : 'the username or the password'}. Correct ${noun === 'publisher' ? 'it' : 'them'}.`,
  );
}

function redirects(noun: string, host: string): AppError {
  return badGateway(
    'field_sync.remote_redirects',
    `The ${noun} ${host} redirects to another address. Enter that address.`,
  );
}
