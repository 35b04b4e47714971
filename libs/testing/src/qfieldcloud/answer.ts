import type { IncomingMessage, ServerResponse } from 'node:http';
import type { QfcUser } from './types.ts';

/** One request and the way to answer it. */
export interface QfcExchange {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  url: URL;
  query: URLSearchParams;
  /** Who called; null without a token. */
  user: QfcUser | null;
}

/** Codes and messages of `core/exceptions.py`; the details of an error are in its log only. */
const ERRORS = {
  authentication_failed: [401, 'Authentication failed'],
  token_authentication_failed: [401, 'Token authentication failed'],
  not_authenticated: [401, 'Not authenticated'],
  too_many_failed_login_attempts: [401, 'Too many failed login attempts!'],
  permission_denied: [403, 'Permission denied'],
  empty_content: [400, 'Empty content'],
  multiple_contents: [400, 'Multiple contents'],
  explicit_deletion_of_last_version: [400, 'Explicit deletion of last file version is not allowed!'],
  object_not_found: [404, 'Object not found'],
  api_error: [500, 'API Error'],
  validation_error: [400, 'Validation error'],
  invalid_deltafile: [400, 'Invalid deltafile'],
  no_qgis_project: [400, 'The project does not contain a valid QGIS project file'],
  invalid_job: [400, 'Invalid job'],
  project_already_exists: [400, 'This user already owns a project with the same name.'],
  invalid_http_range: [416, 'The provided HTTP range header is invalid.'],
  multiple_projects: [400, 'Multiple projects'],
  unknown_error: [500, 'QFieldcloud Unknown Error'],
} as const satisfies Record<string, readonly [number, string]>;

export type QfcErrorCode = keyof typeof ERRORS;

/** An error as the server answers it: `{code, message}`. */
export class QfcError extends Error {
  readonly code: QfcErrorCode;
  readonly status: number;
  constructor(code: QfcErrorCode, changes: { status?: number; message?: string } = {}) {
    super(changes.message ?? ERRORS[code][1]);
    this.code = code;
    this.status = changes.status ?? ERRORS[code][0];
  }
}

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    vary: 'Accept, origin, Cookie',
    ...headers,
  });
  res.end(text);
}

/** A page of Django or nginx: an address that no pattern fits, or an error of the object storage. */
export function sendPage(res: ServerResponse, status: number, title: string): void {
  const text = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  res.writeHead(status, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(text) });
  res.end(text);
}

export function sendError(res: ServerResponse, error: unknown): void {
  const known = error instanceof QfcError ? error : new QfcError('unknown_error');
  sendJson(res, known.status, { code: known.code, message: known.message });
}

/**
 * A list as `QfcLimitOffsetPagination` answers it: a bare array. Without a `limit` everything, and no headers; with one that part,
 * `X-Total-Count`, and the addresses of the next and previous part where there is one.
 */
export function sendList<T>(exchange: QfcExchange, items: T[], toBody: (item: T) => unknown): void {
  const limit = positive(exchange.query.get('limit'));
  if (limit === 0) return sendJson(exchange.res, 200, items.map(toBody));
  const offset = positive(exchange.query.get('offset'));
  const headers: Record<string, string> = { 'x-total-count': String(items.length) };
  if (offset + limit < items.length) headers['x-next-page'] = pageUrl(exchange, limit, offset + limit);
  if (offset > 0) headers['x-previous-page'] = pageUrl(exchange, limit, offset - limit);
  return sendJson(exchange.res, 200, items.slice(offset, offset + limit).map(toBody), headers);
}

function pageUrl({ url, req }: QfcExchange, limit: number, offset: number): string {
  const page = new URL(url.pathname + url.search, `http://${req.headers.host}`);
  page.searchParams.set('limit', String(limit));
  if (offset > 0) page.searchParams.set('offset', String(offset));
  else page.searchParams.delete('offset');
  return page.href;
}

function positive(text: string | null): number {
  const number = Number(text ?? '');
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
