export type ErrorKind =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'unprocessable'
  | 'upgrade_required'
  | 'too_many'
  | 'bad_gateway'
  | 'unavailable'
  | 'gateway_timeout'
  | 'internal';

export interface AppErrorOptions {
  kind: ErrorKind;
  /** Stable and dotted, e.g. vault.dataset_not_archived. */
  code: string;
  /** One sentence: what went wrong and what to do. Shown to the caller unless the status is 5xx. */
  message: string;
  details?: unknown;
  cause?: unknown;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  headers?: Record<string, string>;
  /** More members of a JSON response that the contract declares, e.g. the current row. */
  answer?: Record<string, unknown>;
}

/** The only error whose message callers see; all others become a 500 without detail. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details?: unknown;
  readonly retryAfter?: number;
  readonly headers?: Record<string, string>;
  readonly answer?: Record<string, unknown>;

  constructor(options: AppErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.kind = options.kind;
    this.code = options.code;
    if (options.details !== undefined) this.details = options.details;
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
    if (options.headers !== undefined) this.headers = options.headers;
    if (options.answer !== undefined) this.answer = options.answer;
  }
}

type Shorthand = (code: string, message: string, details?: unknown) => AppError;

function shorthand(kind: ErrorKind): Shorthand {
  return (code, message, details) => new AppError({ kind, code, message, details });
}

/** The message for an unknown path, in every service and the front door. */
export const NO_SUCH_PATH = 'There is nothing at this address.';

export function noSuchPath(): AppError {
  return notFound('request.no_such_path', NO_SUCH_PATH);
}

export const badRequest = shorthand('bad_request');
export const unauthorized = shorthand('unauthorized');
export const forbidden = shorthand('forbidden');
export const notFound = shorthand('not_found');
export const conflict = shorthand('conflict');
export const tooLarge = shorthand('too_large');
export const unsupportedMedia = shorthand('unsupported_media');
export const unprocessable = shorthand('unprocessable');
export const badGateway = shorthand('bad_gateway');
export const unavailable = shorthand('unavailable');
