import type { Request } from 'express';
import type { Actor } from '../actor.ts';
import { isOwnOrigin } from '../binder/csrf.ts';
import { forbidden } from '../errors.ts';

/**
 * Refuses a WebSocket that a page of another site opens: a browser sends its cookies with it, and lets the page read what
 * comes back.
 * @throws {AppError} forbidden
 */
export function refuseForeignOrigin(req: Request, publicOrigin: string | undefined): void {
  const { origin } = req.headers;
  if (origin === undefined || isOwnOrigin(origin, req, publicOrigin)) return;
  throw forbidden(
    'request.foreign_origin',
    'A page of another site requested this connection. Open it on this site.',
  );
}

/**
 * Browsers always send `Origin`. Only callers that sign in without a cookie may leave it out.
 * @throws {AppError} forbidden
 */
export function refuseMissingOrigin(origin: string | undefined, actor: Actor): void {
  if (origin !== undefined || actor.via === 'token' || actor.via === 'service') return;
  throw forbidden(
    'request.no_origin',
    'The Origin header is missing. Programs sign in with a personal access token instead of a cookie.',
  );
}
