import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** What goes wrong with a response. Several fields go together: a wait, then a cut. Offsets count bytes of the response's body. */
export interface Fault<Quirk extends string = string> {
  /** The server is not asked and this is sent instead; an object is sent as JSON. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | object;
  /** Nothing is sent, and the connection closes before any answer. */
  drop?: boolean;
  /**
   * The connection closes after so many bytes. A client may lose the last of them; with `stallAt` at the same byte and `until`, the
   * line is cut once the test knows that they have arrived.
   */
  cutAt?: number;
  /** After so many bytes nothing more is sent, until `until` is settled or the client gives up. */
  stallAt?: number;
  until?: Promise<unknown>;
  /** The byte at this offset has another value: the size is right and the hash is wrong. */
  flipAt?: number;
  /** A complete response of so many bytes, with a Content-Length to match. */
  shortTo?: number;
  /** Called once so many bytes were sent, and awaited: something changes in the middle of a download. */
  during?: { at: number; call(): unknown };
  /** The server gets the request once this is settled. */
  wait?: Promise<unknown> | (() => Promise<unknown>);
  /** Something that only this server does wrong; its stand-in lists the names. */
  quirk?: Quirk;
}

export interface FaultRule<Quirk extends string = string> extends Fault<Quirk> {
  method?: string;
  /** The whole decoded path, or a pattern of it; default: every path. */
  path?: string | RegExp;
  /** Parameters that the query must have. */
  query?: Record<string, string>;
  /** Requests that pass before the first fault; default 0. */
  after?: number;
  /** Requests that fail; default 1. */
  times?: number;
}

export interface ActiveFault {
  /** Requests that failed by this rule so far. */
  hits(): number;
  remove(): void;
}

export interface RecordedRequest {
  method: string;
  /** Decoded. */
  path: string;
  query: Record<string, string>;
  /** The header as it came. */
  range: string | null;
  /** Scheme of the header Authorization. */
  authorization: 'none' | 'basic' | 'bearer' | 'token' | 'other';
  headers: IncomingHttpHeaders;
  /** Null until the response has begun. */
  status: number | null;
  /** Bytes of the response's body so far. */
  bytesSent: number;
}

/** Answers one request. `has` says whether a rule demands a quirk of this answer. */
export type FaultyHandler<Quirk extends string> = (
  req: IncomingMessage,
  res: ServerResponse,
  has: (quirk: Quirk) => boolean,
) => void | Promise<void>;
