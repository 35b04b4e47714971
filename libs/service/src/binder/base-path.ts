import type { Request } from 'express';
import { IDENTITY_HEADERS } from '../claim-headers.ts';
import { isPathPrefix } from '../config.ts';

/** Any client can send these headers, so they never identify a user. */
export function dropIdentityHeaders(req: Request): void {
  const { headers } = req;
  for (const name of IDENTITY_HEADERS) if (name in headers) delete headers[name];
}

/** The path below the mount point, the raw query, and the mount point as the browser sees it. */
export interface Mounted {
  path: string;
  query: string;
  basePath: string;
}

/**
 * Strips the configured base path, or the one that a trusted proxy names in X-Forwarded-Prefix. Requests without the
 * prefix are served too, because some proxies strip it themselves.
 */
export function mountedRequest(
  req: Request,
  configured: string,
  isTrusted: (address: string) => boolean,
): Mounted {
  const url = req.url;
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = at < 0 ? '' : url.slice(at + 1);
  const basePath = forwardedPrefix(req, isTrusted) ?? configured;
  return { path: below(path, basePath) ?? below(path, configured) ?? path, query, basePath };
}

function below(path: string, prefix: string): string | null {
  if (prefix === '') return null;
  if (path === prefix) return '/';
  return path.startsWith(prefix) && path.charCodeAt(prefix.length) === 47 ? path.slice(prefix.length) : null;
}

function forwardedPrefix(req: Request, isTrusted: (address: string) => boolean): string | null {
  const header = req.headers['x-forwarded-prefix'];
  if (typeof header !== 'string') return null;
  if (!isTrusted(req.socket.remoteAddress ?? '')) return null;
  const prefix = header.replace(/\/$/, '');
  return prefix !== '' && isPathPrefix(prefix) ? prefix : null;
}
