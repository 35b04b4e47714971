import type { IncomingHttpHeaders } from 'node:http';
import { OutboundError } from '@cairn/service';
import { ProviderError } from './errors.ts';
import type { ProviderFailure, ProviderOutcome } from './types.ts';

/** What a provider sent, with the start of its body. */
export interface ProviderAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** After maintenance and locks. */
const LATER_MS = 15 * 60_000;
const MAX_RETRY_AFTER_MS = 3_600_000;
const MAX_WORDS = 300;
const RETRIES: Partial<Record<OutboundError['reason'], true>> = {
  ...{ unreachable: true, cut: true, slow: true, late: true },
};

interface Kind {
  outcome: ProviderOutcome;
  code: string;
  sentence: string;
}

const NEXT = 'The next attempt follows by itself.';
const BUSY: Kind = { outcome: 'retry', code: 'busy', sentence: `The provider is busy. ${NEXT}` };
const DOWN: Kind = { outcome: 'retry', code: 'unavailable', sentence: `The provider has a problem. ${NEXT}` };
const MAINTENANCE: Kind = {
  outcome: 'later',
  code: 'maintenance',
  sentence: `The provider is in maintenance. ${NEXT}`,
};
const KINDS: Record<number, Kind> = {
  401: {
    outcome: 'pause',
    code: 'unauthorized',
    sentence: 'The provider rejects the login even after a new sign-in. Check the account on the provider.',
  },
  403: {
    outcome: 'pause',
    code: 'denied',
    sentence: 'The provider denies access. Check that the account of this server may read the project.',
  },
  404: {
    outcome: 'pause',
    code: 'missing',
    sentence:
      'The provider has no such project or file. Check whether it was deleted, or is hidden from the account.',
  },
  408: { outcome: 'retry', code: 'slow', sentence: `The provider waited too long for the request. ${NEXT}` },
  416: {
    outcome: 'restart_file',
    code: 'range',
    sentence: 'The provider has another file now. The download begins again.',
  },
  423: { outcome: 'later', code: 'locked', sentence: `The project is locked at the provider. ${NEXT}` },
  429: {
    outcome: 'retry',
    code: 'too_many',
    sentence: `The provider limits the number of requests. ${NEXT}`,
  },
};
const REJECTED: Kind = {
  outcome: 'pause',
  code: 'rejected',
  sentence: 'The provider refuses the request. Correct what it names, then start the project again.',
};

/**
 * What follows from a failed answer: the fault table. `now` is the time by our clock, for a Retry-After that is a date.
 * A status that the table does not name is refused when it is one of the client, and retried when it is one of the server.
 */
export function failureOfAnswer(answer: ProviderAnswer, now: Date): ProviderFailure {
  const words = wordsOf(answer);
  const { outcome, code, sentence } = kindOf(answer, words);
  const wait = retryAfterMs(answer.headers['retry-after'], now);
  const least = outcome === 'later' ? Math.max(LATER_MS, wait ?? 0) : outcome === 'retry' ? wait : undefined;
  return {
    outcome,
    code: `field_sync.provider_${code}`,
    message:
      words === '' ? `${sentence} (HTTP ${answer.status})` : `${sentence} (HTTP ${answer.status}: ${words})`,
    ...(least === undefined ? {} : { retryAfterMs: least }),
  };
}

/** What follows from an exchange that came to no answer, or to half of one. Other errors are returned as they are. */
export function failureOfExchange(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { reason, message } = error;
  if (RETRIES[reason]) return providerError('retry', `provider_${reason}`, `${message} ${NEXT}`, error);
  if (reason === 'unreadable') return damaged(message, error);
  return providerError('pause', `provider_${reason}`, message, error);
}

/** The error of a call whose answer someone waits for, after which no attempt follows by itself. */
export function failureForCaller(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { outcome, code, message, retryAfterMs } = error;
  return new ProviderError(
    {
      ...{ outcome, code, message: message.replace(NEXT, 'Try again in a moment.') },
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
    error,
  );
}

/** An answer that is not what the provider documents, such as a page or half of a document with status 200. */
export function damaged(detail: string, cause?: unknown): ProviderError {
  const sentence = `The provider sent an answer that its API does not document: ${detail} Check the address of the server.`;
  return providerError('damaged', 'provider_damaged', sentence, cause);
}

function providerError(
  outcome: ProviderOutcome,
  code: string,
  message: string,
  cause: unknown,
): ProviderError {
  return new ProviderError({ outcome, code: `field_sync.${code}`, message }, cause);
}

function kindOf({ status }: ProviderAnswer, words: string): Kind {
  if (status === 503 && /maintenance/i.test(words)) return MAINTENANCE;
  // Two of Mergin Maps: `AnotherUploadRunning` of v2, and the same as text with status 400 of v1.
  if (status === 409 || (status === 400 && /another process/i.test(words))) return BUSY;
  return KINDS[status] ?? (status >= 500 ? DOWN : REJECTED);
}

/** Retry-After as seconds or as a date (RFC 9110, 10.2.3), at most an hour. */
function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
}

/** The provider's own words: `detail` of Mergin Maps, `message` of QFieldCloud, or a short text. Nothing of a page. */
export function wordsOf({ headers, text }: Pick<ProviderAnswer, 'headers' | 'text'>): string {
  const type = String(headers['content-type'] ?? '');
  if (/html/i.test(type) || text.trimStart().startsWith('<')) return '';
  return clean(/json/i.test(type) ? ofJson(text) : text);
}

function ofJson(text: string): string {
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body === 'string') return body;
    if (typeof body !== 'object' || body === null) return '';
    const { detail, message, title } = body as Record<string, unknown>;
    return [detail, message, title].find((each) => typeof each === 'string') ?? '';
  } catch {
    return '';
  }
}

function clean(words: string): string {
  const line = words.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
}
