import type { Request } from 'express';
import type { ErrorStyle } from '@cairn/contracts';
import { statusOf } from '../error-response.ts';
import { AppError } from '../errors.ts';
import type { DispatchOptions, RequestContext } from './context.ts';
import { answerOf } from './refusal.ts';

/** How an error is answered. */
export interface Failure {
  error: AppError;
  status: number;
  style: ErrorStyle;
  /** Where the browser is sent instead of an error body, or null. */
  location: string | null;
}

/** Decides the answer to an error: what the service says of a refusal, else the form and status that the contract declares. */
export function decideFailure(options: DispatchOptions, context: RequestContext, error: AppError): Failure {
  const { operation, req } = context;
  const style = operation?.errors ?? (prefersHtml(req) ? 'html' : 'json');
  const status = statusOf(error.kind, operation?.statusMap, operation?.responses);
  const answer = answerOf(options.answerRefusal, context, error);
  const failure = answer
    ? { error, status: answer.status, style: answer.errors ?? style, location: answer.redirect ?? null }
    : { error, status, style, location: loginOf(options, context, status) };
  const isChecked = answer !== null || !isUndeclaredRefusal(error);
  return options.checkResponses && isChecked ? declared(failure, context) : failure;
}

/** The sign-in page, for a page that needs sign-in. */
function loginOf(options: DispatchOptions, context: RequestContext, status: number): string | null {
  const { operation, req, path, query, call } = context;
  if (!operation?.page || operation.access.embed || status !== 401 || !isRead(req)) return null;
  const login = options.loginPath ?? (options.service === 'portal' ? `${call.basePath}/login` : '/login');
  const next = `${call.basePath}${path}${query ? `?${query}` : ''}`;
  return `${login}?next=${encodeURIComponent(next)}`;
}

/** The binder itself refuses, which contracts need not declare. */
function isUndeclaredRefusal({ code }: AppError): boolean {
  return /^(request|access)\./.test(code);
}

/** In tests an undeclared status is a failure. */
function declared(failure: Failure, { operation }: RequestContext): Failure {
  const { error, status, style } = failure;
  if (!operation || status === 500 || status === 503 || operation.responses.has(status)) return failure;
  const mismatch = new AppError({
    kind: 'internal',
    code: 'contract.mismatch',
    message: `Operation ${operation.id} failed with ${status} (${error.code}), which the contract does not declare`,
    cause: error,
  });
  return { error: mismatch, status: 500, style, location: null };
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function prefersHtml(req: Request): boolean {
  return req.headers.accept !== undefined && req.accepts(['json', 'html']) === 'html';
}
