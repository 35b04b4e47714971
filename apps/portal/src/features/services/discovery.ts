import { AppError, callService } from '@cairn/service';
import type { Call } from '@cairn/service';
import { forwardableCredential } from '@cairn/auth';
import type { RegisteredService } from './types.ts';

/** About the size of 20,000 items with descriptions. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ITEMS = 20_000;

export interface Discovery {
  resourceType: string | null;
  /** The items that are objects, as the service sent them. */
  items: Record<string, unknown>[];
  /** Characters of the answer. */
  length: number;
}

export type DiscoveryAnswer =
  | { kind: 'answered'; discovery: Discovery }
  /** The caller has no access. */
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
  /** For the whole exchange, including the body. */
  deadlineMs: number;
}

/** Requests the listing of a service for the caller. Never throws: failures are part of the answer. */
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
    // Leaving the loop cancels the body.
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

type Failure = Exclude<DiscoveryAnswer, { kind: 'answered' }>;

/** The failure as a sentence for users. */
export function failureSentence({ displayName: name }: RegisteredService, failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.status === 401
        ? `Sign in to see what ${name} offers.`
        : `You do not have access to ${name}. Ask an administrator for access.`;
    case 'late':
      return `${name} did not respond in time. Reload the page in a moment.`;
    case 'unreachable':
      return `${name} cannot be reached. Reload the page in a moment.`;
    case 'failed':
      return `${name} returned an error (${failure.status}). Reload the page in a moment.`;
    case 'malformed':
      return `${name} returned an unreadable listing. Contact its operator.`;
  }
}
