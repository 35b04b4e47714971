import type { ServerResponse } from 'node:http';

/** For pages: only content of this site; maps may run workers and draw blobs. `frameAncestors` may show the page in a frame. */
export function securityPolicy(frameAncestors: string): string {
  return [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    `frame-ancestors ${frameAncestors}`,
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'self'",
  ].join('; ');
}

/** The policy of pages that no other site may show in a frame. */
export const PAGE_POLICY = securityPolicy("'self'");

const DATA_POLICY = "default-src 'none'; frame-ancestors 'self'";

/** Sets the headers of every response; pages replace the content policy. */
export function securityHeaders(publicUrl: string | undefined): (res: ServerResponse) => void {
  const secure = publicUrl?.startsWith('https:') ?? false;
  return (res) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'same-origin');
    res.setHeader('Content-Security-Policy', DATA_POLICY);
    if (secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
}
