import type { Readable } from 'node:stream';

/** A service to which requests are passed on. */
export type UpstreamName = 'analysis' | 'formbuilder' | 'sync';

/** Where they are; null for those that the operator has not named. */
export type UpstreamAddresses = Record<UpstreamName, URL | null>;

export interface UpstreamRequest {
  upstream: UpstreamName;
  /** Below the address of the upstream, without a slash at its start; percent-encoded. */
  path: string;
  /** As sent, without the question mark. */
  query: string;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Record<string, string>;
  body: Readable | Buffer | null;
  signal: AbortSignal;
}

export interface UpstreamAnswer {
  status: number;
  /** Null where the upstream names none. */
  contentType: string | null;
  /** Read or destroy it. */
  body: Readable;
}
