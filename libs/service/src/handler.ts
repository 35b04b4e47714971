import type { Request, Response } from 'express';
import type { Actor } from './actor.ts';
import type { OpenFields } from './binder/open-fields.ts';
import type { EmbedIdentity } from './embed.ts';
import type { LinkIdentity } from './link-access.ts';
import type { Logger } from './logger.ts';
import type { ServiceSocket } from './sockets/service-socket.ts';

/** The request as handlers see it, besides its input. */
export interface Call {
  readonly requestId: string;
  readonly ip: string;
  /** Mount path as the browser sees it: '' or '/vault'. */
  readonly basePath: string;
  /** Public origin, e.g. https://maps.example.org. */
  readonly origin: string;
  readonly cookies: Record<string, string | undefined>;
  /** Keys of the resources whose permissions were checked, in the order of x-access. */
  readonly resourceKeys: readonly string[];
  /** The caller of an operation with `x-access: { embed: true }`, else null; see embedOf. */
  readonly embed: EmbedIdentity | null;
  /** The link whose token admitted the caller, for operations with `x-access: { linkToken: true }`; else null. */
  readonly link: LinkIdentity | null;
  /** Aborts when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly request: Request;
}

type Content<T> = T extends { content: infer C } ? (C extends object ? C[keyof C] : undefined) : undefined;

type Fields<Op, Place extends 'path' | 'query'> = Op extends { parameters: { [P in Place]?: infer F } }
  ? [NonNullable<F>] extends [never]
    ? Record<never, never>
    : NonNullable<F>
  : Record<never, never>;

/** Multipart bodies are not parsed, and their handlers stream the request, unless the same form may be urlencoded. */
type Body<Op> = Op extends { requestBody: { content: infer C } }
  ? ParsedContent<C>
  : Op extends { requestBody?: { content: infer C } }
    ? ParsedContent<C> | undefined
    : undefined;
type ParsedContent<C> = keyof C extends 'multipart/form-data'
  ? undefined
  : C[Exclude<keyof C, 'multipart/form-data'>];

type Responses<Op> = Op extends { responses: infer R } ? R : never;
type SuccessStatus<R> = Extract<keyof R, 200 | 201 | 202 | 203 | 204 | 205 | 206>;
type Success<R> = { [S in SuccessStatus<R>]: Content<R[S]> }[SuccessStatus<R>];
type AnyReply<R> = { [S in keyof R]: S extends number ? Reply<S, Content<R[S]>> : never }[keyof R];

export interface Input<Op> {
  path: Fields<Op, 'path'>;
  query: Fields<Op, 'query'>;
  body: Body<Op>;
  /** With `x-open-query: true`: the names that the contract does not declare, every value of each. Else empty. */
  openQuery: OpenFields;
  /** With `x-open-form: true`: the same of an urlencoded body. Else empty. */
  openForm: OpenFields;
}

/** What a handler of `Op` may return: the body of a 2xx response, its JSON, or respond(…) with a declared status. */
export type Output<Op> = Success<Responses<Op>> | JsonText<Success<Responses<Op>>> | AnyReply<Responses<Op>>;

export type Handler<Op> = (input: Input<Op>, actor: Actor, call: Call) => Output<Op> | Promise<Output<Op>>;

/** The argument of a streaming handler; only these handlers see req and res. */
export interface Exchange<Op> {
  req: Request;
  res: Response;
  input: Input<Op>;
  actor: Actor;
  call: Call;
}

export class StreamingHandler<Op> {
  readonly run: (exchange: Exchange<Op>) => Promise<void>;
  constructor(run: (exchange: Exchange<Op>) => Promise<void>) {
    this.run = run;
  }
}

/** The argument of a WebSocket handler. */
export interface SocketExchange<Op> {
  socket: ServiceSocket;
  input: Input<Op>;
  actor: Actor;
  call: Call;
}

export class SocketHandler<Op> {
  readonly run: (exchange: SocketExchange<Op>) => Promise<void>;
  constructor(run: (exchange: SocketExchange<Op>) => Promise<void>) {
    this.run = run;
  }
}

/** A handler for every operation of a contract, or for the operations named by `Names` (one feature). */
export type Handlers<Operations, Names extends keyof Operations = keyof Operations> = {
  [Name in Names]:
    Handler<Operations[Name]> | StreamingHandler<Operations[Name]> | SocketHandler<Operations[Name]>;
};

export class Reply<S extends number = number, B = unknown> {
  readonly status: S;
  readonly body: B;
  readonly headers: Readonly<Record<string, string | string[]>>;
  constructor(status: S, body: B, headers: Readonly<Record<string, string | string[]>>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/**
 * The body of a 2xx response as JSON that the handler wrote itself, as a text or as pieces in UTF-8: for responses so
 * long that an object for each item would take most of the time. It is sent unchanged; tests check it like any other.
 */
export class JsonText<Body> {
  readonly pieces: Uint8Array[];
  /** Phantom field: carries the body type. */
  declare readonly body?: Body;
  constructor(text: string | Uint8Array[]) {
    this.pieces = typeof text === 'string' ? [Buffer.from(text)] : text;
  }
}

type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** Responds with another status than the first 2xx of the contract, or with headers. */
export function respond<S extends number>(status: S): Reply<S, undefined>;
export function respond<S extends number, B>(status: S, body: B, headers?: ReplyHeaders): Reply<S, B>;
export function respond(status: number, body?: unknown, headers: ReplyHeaders = {}): Reply {
  return new Reply(status, body, headers);
}

/** A handler that reads the request or writes the response itself, e.g. uploads and downloads. */
export function streaming<Op>(run: (exchange: Exchange<Op>) => Promise<void>): StreamingHandler<Op> {
  return new StreamingHandler(run);
}

/**
 * A handler of a GET that becomes a WebSocket. Access, query and Origin are checked before the upgrade; callers who lose
 * access are disconnected within seconds.
 */
export function socket<Op>(run: (exchange: SocketExchange<Op>) => Promise<void>): SocketHandler<Op> {
  return new SocketHandler(run);
}
