import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { OutboundError } from '@cairn/service';
import type { SafeFetch, OutboundResponse, OutboundLimits } from '@cairn/service';
import { objectUrl } from './object-location.ts';
import type { ObjectKeys, ObjectLocation } from './object-location.ts';
import { refusalOf } from './refusals.ts';

/** What every request for an object needs. */
export interface StoreObject {
  place: ObjectLocation;
  keys: ObjectKeys;
}

export interface StoreRequest {
  headers?: Record<string, string>;
  limits?: Partial<OutboundLimits>;
  signal?: AbortSignal;
}

export type ObjectStore = ReturnType<typeof createObjectStore>;

const EMPTY_BODY = createHash('sha256').digest('hex');

/** Reads objects of S3-compatible stores, with signed requests when there are keys. */
export function createObjectStore({ safeFetch }: { safeFetch: SafeFetch }) {
  /**
   * A GET. Redirects are not followed, so that neither keys nor signatures go anywhere else. AppError with a sentence for
   * whatever is no 2xx.
   */
  async function get({ place, keys }: StoreObject, request: StoreRequest): Promise<OutboundResponse> {
    const url = objectUrl(place);
    const headers = keys ? await sign(url, { place, keys, headers: request.headers ?? {} }) : request.headers;
    const answer = await safeFetch.fetch({
      url,
      redirects: 0,
      ...(headers ? { headers } : {}),
      ...(request.limits ? { limits: request.limits } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await refusalOf(answer, place);
  }

  return {
    get,

    /** Bytes of an object as it was when it had this tag: AppError `unprocessable` when it has changed since. */
    async read(
      object: StoreObject,
      range: { start: number; end: number; etag: string },
      signal: AbortSignal,
    ): Promise<OutboundResponse> {
      const length = range.end - range.start + 1;
      const answer = await get(object, {
        headers: { range: `bytes=${range.start}-${range.end}`, 'if-match': range.etag },
        limits: { maxBytes: length },
        signal,
      });
      // Not every store heeds If-Match.
      if (answer.status === 206 && answer.headers.etag === range.etag) return answer;
      answer.body.destroy();
      throw answer.headers.etag === range.etag
        ? new OutboundError('unreadable', 'The store no longer gives out parts of the object.')
        : await refusalOf({ ...answer, status: 412 }, object.place);
    },
  };
}

async function sign(
  url: string,
  {
    place,
    keys,
    headers,
  }: { place: ObjectLocation; keys: NonNullable<ObjectKeys>; headers: Record<string, string> },
): Promise<Record<string, string>> {
  const signed = await new AwsV4Signer({
    url,
    method: 'GET',
    headers: { ...headers, 'x-amz-content-sha256': EMPTY_BODY },
    service: 's3',
    region: place.region,
    accessKeyId: keys.accessKey,
    secretAccessKey: keys.secretKey,
  }).sign();
  return Object.fromEntries(signed.headers);
}
