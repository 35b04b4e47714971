import type { Response } from 'express';
import type { ErrorStyle } from '@cairn/contracts';
import { AppError } from './errors.ts';
import type { ErrorKind } from './errors.ts';
import { renderErrorPage } from './error-page.ts';
import { PAGE_POLICY } from './security-headers.ts';

const STATUS: Record<ErrorKind, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  upgrade_required: 426,
  too_many: 429,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
  internal: 500,
};

/** Sent as 400 where the contract does not declare the exact status. */
const REDUCIBLE = new Set<ErrorKind>(['too_large', 'unsupported_media', 'unprocessable']);

/** The public part of an error: its status and one sentence. */
export interface PublicError {
  status: number;
  message: string;
  headers: Record<string, string>;
  answer?: Record<string, unknown>;
}

export type ErrorPageRenderer = (error: {
  status: number;
  message: string;
  requestId: string;
  basePath: string;
  /** Whether the page is shown within another site. */
  isEmbedded: boolean;
}) => string;

/** Any thrown value as an AppError; unexpected errors become `internal`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError({ kind: 'internal', code: 'internal', message: 'internal', cause: error });
}

/** The status of an error: from x-status-map, else the default of its kind, or 400 where only that is declared. */
export function statusOf(
  kind: ErrorKind,
  statusMap: Record<string, number> = {},
  declared?: { has(status: number): boolean },
): number {
  const mapped = statusMap[kind];
  if (mapped !== undefined) return mapped;
  const status = STATUS[kind];
  return declared && REDUCIBLE.has(kind) && !declared.has(status) && declared.has(400) ? 400 : status;
}

/** Replaces the message of a 5xx by the request id. The messages of our own 502 and 503 errors are kept. */
export function publicError(error: AppError, status: number, requestId: string): PublicError {
  const headers: Record<string, string> = { ...error.headers };
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(Math.ceil(error.retryAfter));
  const internal = error.kind === 'internal' || status === 500;
  const message = internal
    ? `Something went wrong on our side; try again, and name request ${requestId} if you report it.`
    : status >= 500
      ? `${error.message} (request ${requestId})`
      : error.message;
  return { status, message, headers, ...(error.answer && status < 500 ? { answer: error.answer } : {}) };
}

/** Sends an error in the form that the contract declares for the operation. */
export function writeError(
  res: Response,
  error: PublicError,
  options: {
    style: ErrorStyle;
    requestId: string;
    basePath: string;
    isEmbedded: boolean;
    /** Sent beside the message in JSON. */
    code?: string;
    fields?: Record<string, unknown>;
    renderPage?: ErrorPageRenderer;
  },
): void {
  res.statusCode = error.status;
  res.setHeader('Cache-Control', 'no-store');
  const { message, status } = error;
  const { requestId, basePath, isEmbedded, code, fields } = options;
  if (options.style === 'html' && !isEmbedded) res.setHeader('Content-Security-Policy', PAGE_POLICY);
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  switch (options.style) {
    case 'text':
      return end(res, 'text/plain; charset=utf-8', `${message}\n`);
    case 'html':
      return end(
        res,
        'text/html; charset=utf-8',
        (options.renderPage ?? renderErrorPage)({ status, message, requestId, basePath, isEmbedded }),
      );
    case 'action':
      return end(
        res,
        'application/json; charset=utf-8',
        JSON.stringify({ success: false, message, ...error.answer }),
      );
    default:
      return end(
        res,
        'application/json; charset=utf-8',
        JSON.stringify({ error: message, ...fields, ...(code ? { code } : {}), ...error.answer }),
      );
  }
}

function end(res: Response, type: string, text: string): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
