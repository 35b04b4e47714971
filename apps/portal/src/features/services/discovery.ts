import { AppError, callService } from '@cairn/service';
import type { Call } from '@cairn/service';
import { forwardableCredential } from '@cairn/auth';
import type { RegisteredService } from './types.ts';

/** A listing of 20,000 items with descriptions is about this long. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ITEMS = 20_000;

export interface Discovery {
  resourceType: string | null;
  /** Items as the service sent them, those that are objects. */
  items: Record<string, unknown>[];
  /** Characters of the answer. */
  length: number;
}

export type DiscoveryAnswer =
  | { kind: 'answered'; discovery: Discovery }
  /** The service answered, and the answer is that this caller may not ask. */
  | { kind: 'refused'; status: 401 | 403 }
  | { kind: 'late' }
  | { kind: 'unreachable' }
  | { kind: 'failed'; status: number }
  | { kind: 'malformed' };

/** The parts of the original request that are passed on to a service. */
export interface DiscoveryCall extends Pick<Call, 'requestId' | 'signal'> {
  request: { headers: { authorization?: string; cookie?: string } };
}

export interface DiscoveryRequest {
  call: DiscoveryCall;
  /** For the whole exchange, the body included. */
  deadlineMs: number;
}

/** Asks a service for its listing on the caller's behalf. Never throws: what can go wrong is part of the answer. */
export async function discover(
  service: RegisteredService,
  request: DiscoveryRequest,
): Promise<DiscoveryAnswer> {
  try {
    const response = await callService({
      url: service.discoveryUrl,
      call: request.call,
      deadlineMs: request.deadlineMs,
      headers: { accept: 'application/json', ...forwardableCredential(request.call.request.headers) },
    });
    if (response.status === 401 || response.status === 403) {
      await response.body?.cancel();
      return { kind: 'refused', status: response.status };
    }
    if (!response.ok) {
      await response.body?.cancel();
      return { kind: 'failed', status: response.status };
    }
    const text = await readBounded(response);
    return text === null ? { kind: 'malformed' } : parse(text);
  } catch (error) {
    const late =
      (error instanceof AppError && error.kind === 'unavailable') || (error as Error).name === 'TimeoutError';
    return { kind: late ? 'late' : 'unreachable' };
  }
}

async function readBounded(response: Response): Promise<string | null> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): DiscoveryAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'malformed' };
  }
  if (!isObject(body) || !Array.isArray(body.items)) return { kind: 'malformed' };
  return {
    kind: 'answered',
    discovery: {
      resourceType: typeof body.resource_type === 'string' ? body.resource_type : null,
      items: body.items.filter(isObject).slice(0, MAX_ITEMS),
      length: text.length,
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
