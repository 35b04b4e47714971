import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { OutboundError } from '@cairn/service';
import type { SafeFetch, OutboundResponse, OutboundLimits } from '@cairn/service';
import { objectUrl } from './object-location.ts';
import type { ObjectKeys, ObjectLocation } from './object-location.ts';
import { toStoreError } from './store-errors.ts';

/** An object and the keys to read it. */
export interface StoreObject {
  location: ObjectLocation;
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
   * Sends a GET request. Redirects are not followed, so that keys and signatures go to no other server.
   * @throws {AppError} for every status but 2xx.
   */
  async function get({ location, keys }: StoreObject, request: StoreRequest): Promise<OutboundResponse> {
    const url = objectUrl(location);
    const headers = keys
      ? await sign(url, { location, keys, headers: request.headers ?? {} })
      : request.headers;
    const answer = await safeFetch.fetch({
      url,
      redirects: 0,
      ...(headers ? { headers } : {}),
      ...(request.limits ? { limits: request.limits } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await toStoreError(answer, location);
  }

  return {
    get,

    /** Reads bytes of an object. @throws {AppError} unprocessable when it no longer has this ETag. */
    async read(
      object: StoreObject,
      range: { start: number; end: number; etag: string; maxMs?: number },
      signal: AbortSignal,
    ): Promise<OutboundResponse> {
      const length = range.end - range.start + 1;
      const answer = await get(object, {
        headers: { range: `bytes=${range.start}-${range.end}`, 'if-match': range.etag },
        limits: { maxBytes: length, ...(range.maxMs === undefined ? {} : { totalMs: range.maxMs }) },
        signal,
      });
      // Some stores ignore If-Match.
      if (answer.status === 206 && answer.headers.etag === range.etag) return answer;
      answer.body.destroy();
      throw answer.headers.etag === range.etag
        ? new OutboundError('unreadable', 'The store no longer supports byte ranges for the object.')
        : await toStoreError({ ...answer, status: 412 }, object.location);
    },
  };
}

async function sign(
  url: string,
  {
    location,
    keys,
    headers,
  }: { location: ObjectLocation; keys: NonNullable<ObjectKeys>; headers: Record<string, string> },
): Promise<Record<string, string>> {
  const signed = await new AwsV4Signer({
    url,
    method: 'GET',
    headers: { ...headers, 'x-amz-content-sha256': EMPTY_BODY },
    service: 's3',
    region: location.region,
    accessKeyId: keys.accessKey,
    secretAccessKey: keys.secretKey,
  }).sign();
  return Object.fromEntries(signed.headers);
}
