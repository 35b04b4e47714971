import { rangeHeaders } from '@cairn/files';
import type { RestOfFile } from '@cairn/files';
import type { SafeFetch, OutboundResponse, OutboundLimits } from '@cairn/service';
import { OutboundError, unprocessable } from '@cairn/service';
import type { ObjectStore, StoreObject } from './remote/object-store.ts';
import { objectUrl } from './remote/object-location.ts';

/** A file that can be fetched, perhaps in parts. */
export interface FileSource {
  /** Addresses whose last segment may be the file's name. */
  addresses: URL[];
  /**
   * The file (200), or its rest (206; 200 when the server does not support ranges or the file has changed).
   * @throws {OutboundError} unreachable or cut for temporary failures.
   * @throws {AppError} for all others.
   */
  fetch(rest: RestOfFile | null, signal: AbortSignal): Promise<OutboundResponse>;
}

export interface SourceDeps {
  safeFetch: SafeFetch;
  objectStore: ObjectStore;
  limits: Partial<OutboundLimits>;
}

/** Statuses of temporary failures (RFC 9110). */
const TEMPORARY = new Set([408, 425, 429, 500, 502, 503, 504]);

export function urlSource({ safeFetch, limits }: SourceDeps, url: string): FileSource {
  const addresses = [new URL(url)];
  return {
    addresses,
    async fetch(rest, signal) {
      const answer = await safeFetch.fetch({ url, headers: rangeHeaders(rest), limits, signal });
      addresses[0] = answer.url;
      if (answer.status === 200 || (rest && answer.status === 206)) return answer;
      answer.body.destroy();
      throw toFetchError(answer);
    },
  };
}

function toFetchError({ status, url }: OutboundResponse) {
  if (TEMPORARY.has(status))
    return new OutboundError('unreachable', `The server ${url.host} answers ${status}. Try again later.`);
  if (status === 404 || status === 410)
    return unprocessable(
      'vault.nothing_there',
      `There is no file at this address (${url.host} answers ${status}).`,
    );
  if (status === 401 || status === 403)
    return unprocessable(
      'vault.access_refused',
      `The server ${url.host} cannot be accessed without a login (${status}). Use a public address.`,
    );
  return unprocessable(
    'vault.bad_answer',
    `The server ${url.host} answers ${status} instead of sending a file.`,
  );
}

export function objectSource({ objectStore, limits }: SourceDeps, object: StoreObject): FileSource {
  return {
    addresses: [new URL(objectUrl(object.location))],
    fetch: (rest, signal) =>
      objectStore.get(object, {
        headers: rangeHeaders(rest),
        limits,
        signal,
      }),
  };
}
