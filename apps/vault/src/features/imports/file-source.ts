import type { SafeFetch, OutboundResponse, OutboundLimits } from '@cairn/service';
import { OutboundError, unprocessable } from '@cairn/service';
import type { ObjectStore, StoreObject } from './remote/object-store.ts';
import { objectUrl } from './remote/object-location.ts';

/** The rest of a file, as long as it is the one that was begun. */
export interface Rest {
  offset: number;
  /** ETag or date of the file that was begun. */
  validator: string;
}

/** Somewhere from where a file can be fetched, perhaps in parts. */
export interface FileSource {
  /** Addresses whose last part may be the file's name. */
  addresses: URL[];
  /**
   * The file (200), or its rest (206; 200 when the server gives out no parts or the file is another by now).
   * Throws OutboundError `unreachable` or `cut` for what may pass, AppError with a sentence for all else.
   */
  ask(rest: Rest | null, signal: AbortSignal): Promise<OutboundResponse>;
}

export interface SourceDeps {
  safeFetch: SafeFetch;
  store: ObjectStore;
  limits: Partial<OutboundLimits>;
}

/** RFC 9110: a server that is busy or ill may be well again in a moment. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

export function urlSource({ safeFetch, limits }: SourceDeps, url: string): FileSource {
  const addresses = [new URL(url)];
  return {
    addresses,
    async ask(rest, signal) {
      const headers: Record<string, string> = rest
        ? { range: `bytes=${rest.offset}-`, 'if-range': rest.validator }
        : {};
      const answer = await safeFetch.fetch({ url, headers, limits, signal });
      addresses[0] = answer.url;
      if (answer.status === 200 || (rest && answer.status === 206)) return answer;
      answer.body.destroy();
      throw refusal(answer);
    },
  };
}

function refusal({ status, url }: OutboundResponse) {
  if (PASSING.has(status))
    return new OutboundError('unreachable', `The server ${url.host} answers ${status}; try again later.`);
  if (status === 404 || status === 410)
    return unprocessable(
      'vault.nothing_there',
      `There is no file at this address (${url.host} answers ${status}).`,
    );
  if (status === 401 || status === 403)
    return unprocessable(
      'vault.access_refused',
      `The server ${url.host} lets nobody in without a login (${status}); use an address that everybody may open.`,
    );
  return unprocessable(
    'vault.bad_answer',
    `The server ${url.host} answers ${status} instead of sending a file.`,
  );
}

export function objectSource({ store, limits }: SourceDeps, object: StoreObject): FileSource {
  return {
    addresses: [new URL(objectUrl(object.place))],
    ask: (rest, signal) =>
      store.get(object, {
        headers: rest ? { range: `bytes=${rest.offset}-`, 'if-range': rest.validator } : {},
        limits,
        signal,
      }),
  };
}
