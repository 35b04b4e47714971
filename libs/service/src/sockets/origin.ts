import { forbidden } from '../errors.ts';
import type { Actor } from '../actor.ts';

/**
 * Refuses a WebSocket that another site's page opens: a browser sends its cookies with it, and no rule of the browser keeps
 * the page from reading what comes back. `Origin` must be ours to the letter. Throws AppError `forbidden`.
 */
export function refuseForeignOrigin(origin: string | undefined, ours: string): void {
  if (origin === undefined || origin === ours) return;
  throw forbidden('request.foreign_origin', `A page of another site asked for this; open it at ${ours}.`);
}

/** Browsers always send `Origin`. Only who proves themselves without a cookie is none and may leave it out. */
export function refuseMissingOrigin(origin: string | undefined, actor: Actor): void {
  if (origin !== undefined || actor.via === 'token' || actor.via === 'service') return;
  throw forbidden(
    'request.no_origin',
    'The Origin header is missing; programs sign in with a personal access token instead of a cookie.',
  );
}
