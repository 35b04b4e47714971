import type { Request } from 'express';
import { schemeOf } from '../call.ts';
import { forbidden } from '../errors.ts';
import type { AppError } from '../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that a page of another site makes in the name of a signed-in browser: `Origin` decides, else
 * `Sec-Fetch-Site`. Clients that send neither are not browsers and pass.
 */
export function foreignOrigin(req: Request, publicOrigin: string | undefined): AppError | null {
  if (SAFE.has(req.method)) return null;
  const origin = req.headers.origin;
  if (origin !== undefined) return isOwnOrigin(origin, req, publicOrigin) ? null : refusal();
  const site = req.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? null : refusal();
}

/**
 * Whether an origin is the public one, or has the scheme, host and port of the request: pages may be opened at any address of
 * the platform. A name that another site points here (DNS rebinding) passes, but browsers send it no cookie of ours. Behind a
 * proxy that does not send its scheme, an https page looks like http here; then Sec-Fetch-Site must confirm the same origin.
 */
export function isOwnOrigin(origin: string, req: Request, publicOrigin: string | undefined): boolean {
  if (origin === publicOrigin || origin === originOf(schemeOf(req), req.host)) return true;
  const https = origin === originOf('https', req.host);
  return https && req.headers['sec-fetch-site'] === 'same-origin';
}

/** As browsers write it: lower case, without the default port. Express follows X-Forwarded-Host of trusted proxies only. */
function originOf(scheme: string, host: string): string | null {
  const address = `${scheme}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}

function refusal(): AppError {
  return forbidden(
    'request.foreign_origin',
    'A page of another site requested this change. Make it on this site.',
  );
}
