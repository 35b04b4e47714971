import type { Request } from 'express';
import { schemeOf } from '../call.ts';
import { forbidden } from '../errors.ts';
import type { AppError } from '../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site's page makes in the name of a signed-in browser: `Origin` decides, else
 * `Sec-Fetch-Site`. Clients that send neither are no browsers and pass. The host that Origin is compared with is the
 * one that the browser asked for, so a page of the same host passes under any of its addresses.
 */
export function foreignOrigin(req: Request, publicOrigin: string | undefined): AppError | null {
  if (SAFE.has(req.method)) return null;
  const origin = req.headers.origin;
  if (origin !== undefined) {
    if (origin === publicOrigin || hostOf(origin) === requestedHost(req)) return null;
    return refusal();
  }
  const site = req.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? null : refusal();
}

function hostOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.host : null;
}

/** As in a URL: lower case, without the default port. Express follows X-Forwarded-Host of trusted proxies only. */
function requestedHost(req: Request): string | undefined {
  const address = `${schemeOf(req)}://${req.host}`;
  return URL.canParse(address) ? new URL(address).host : undefined;
}

function refusal(): AppError {
  return forbidden(
    'request.foreign_origin',
    'This change was asked for by a page of another site; repeat it on this site.',
  );
}
