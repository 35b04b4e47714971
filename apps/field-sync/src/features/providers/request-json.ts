import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OutboundLimits, OutboundRequest, OutboundResponse, SafeFetch } from '@cairn/service';

const MIB = 1024 * 1024;
/** A list of 100,000 files with their versions has some 50 MiB. */
const JSON_LIMITS: Partial<OutboundLimits> = { maxBytes: 128 * MIB, totalMs: 180_000, idleMs: 60_000 };
const FILE_LIMITS: Partial<OutboundLimits> = { totalMs: 24 * 3_600_000, idleMs: 60_000 };

/** What a provider answered; whoever asked judges it. */
export interface ProviderAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body; undefined for one that is no JSON, such as a web page or a list that was cut. */
  json: unknown;
  /** The beginning of the body, for the provider's own words. */
  text: string;
}

export interface JsonRequest extends Omit<OutboundRequest, 'body'> {
  /** Sent as JSON. */
  json?: unknown;
}

/** Sends a request and reads the answer as JSON, whatever its status is. @throws {OutboundError} without a complete answer */
export async function requestJson(
  safeFetch: SafeFetch,
  { json, headers, ...request }: JsonRequest,
): Promise<ProviderAnswer> {
  const response = await safeFetch.fetch({
    limits: JSON_LIMITS,
    ...request,
    headers: {
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const body = await text(response.body);
  return {
    status: response.status,
    headers: response.headers,
    json: parse(body),
    text: body.slice(0, 1000),
  };
}

/**
 * Asks for a file from an offset on. At most twice its size is read: files that a provider builds anew may be larger than it said.
 * @throws {OutboundError} without an answer
 */
export function requestFile(
  safeFetch: SafeFetch,
  { from, size, headers, ...request }: OutboundRequest & { from: number; size: number },
): Promise<OutboundResponse> {
  return safeFetch.fetch({
    ...request,
    limits: { ...FILE_LIMITS, maxBytes: 2 * size + 64 * MIB },
    headers: { ...headers, ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
