import { json } from 'node:stream/consumers';
import type { SafeFetch } from '@cairn/service';
import type { ServerType } from '../../db/schema.ts';
import { toBaseUrl } from './base-url.ts';

export interface DetectedServer {
  type: ServerType;
  /** False where nothing answered, and the type is only what someone chose. */
  isDetected: boolean;
  /** For people, such as `Mergin Maps 2026.4.0 (ce)`; null where it is not known. */
  product: string | null;
}

interface Candidate {
  type: ServerType;
  path: string;
  /** The product, if the answer is its. */
  recognize(fields: Record<string, unknown>): string | null;
}

const CANDIDATES: Candidate[] = [
  {
    type: 'field',
    path: '/config',
    recognize: ({ server_type: edition, version }) => {
      if (typeof edition !== 'string') return null;
      return `Mergin Maps${typeof version === 'string' ? ` ${version}` : ''} (${edition})`.slice(0, 100);
    },
  },
  {
    type: 'cloud',
    path: '/api/v1/status/',
    recognize: ({ database, storage }) =>
      typeof database === 'string' && typeof storage === 'string' ? 'QFieldCloud' : null,
  },
];
const LIMITS = { maxBytes: 1024 * 1024, totalMs: 15_000, idleMs: 10_000 };

/**
 * Which kind of server answers at an address, without a login; the kind that was entered counts only where nothing answers that we
 * know. The chosen kind is asked first. Never fails: a server that is down is what someone chose.
 */
export async function detectServer(
  safeFetch: SafeFetch,
  { type, url }: { type: ServerType; url: string },
  signal?: AbortSignal,
): Promise<DetectedServer> {
  const base = toBaseUrl(url);
  if (base === null) return { type: 'folder', isDetected: true, product: null };
  const ordered = CANDIDATES.toSorted(
    (one, other) => Number(other.type === type) - Number(one.type === type),
  );
  for (const candidate of ordered) {
    signal?.throwIfAborted();
    const fields = await describe(safeFetch, `${base}${candidate.path}`, signal).catch(() => null);
    if (typeof fields !== 'object' || fields === null) continue;
    const product = candidate.recognize(fields as Record<string, unknown>);
    if (product !== null) return { type: candidate.type, isDetected: true, product };
  }
  return { type, isDetected: false, product: null };
}

/** The JSON of a successful answer. @throws when it is something else */
async function describe(safeFetch: SafeFetch, url: string, signal?: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json' };
  const { status, body } = await safeFetch.fetch({
    url,
    headers,
    limits: LIMITS,
    ...(signal ? { signal } : {}),
  });
  if (status === 200) return json(body);
  body.destroy();
  return null;
}
