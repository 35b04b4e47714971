import type { Request } from 'express';
import { schemeOf } from '../call.ts';
import { forbidden } from '../errors.ts';
import type { AppError } from '../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site's page makes in the name of a signed-in browser: `Origin` decides, else
 * `Sec-Fetch-Site`. Clients that send neither are no browsers and pass. Origin is compared with the address that the
 * browser asked for, so a page passes under any address of this site.
 */
export function foreignOrigin(req: Request, publicOrigin: string | undefined): AppError | null {
  if (SAFE.has(req.method)) return null;
  const origin = req.headers.origin;
  if (origin !== undefined) {
    if (origin === publicOrigin || isRequestedOrigin(origin, req)) return null;
    return refusal();
  }
  const site = req.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? null : refusal();
}

/**
 * Whether scheme, host and port are those of the request. Behind a proxy that does not send its scheme, an https page
 * looks like http here; then the browser must confirm the same origin with Sec-Fetch-Site.
 */
function isRequestedOrigin(origin: string, req: Request): boolean {
  if (origin === originOf(schemeOf(req), req.host)) return true;
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
    'This change was asked for by a page of another site; repeat it on this site.',
  );
}
