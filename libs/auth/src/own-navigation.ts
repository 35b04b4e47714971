import type { Request } from 'express';

/**
 * Whether a person typed the address or followed a link on this site. Images, frames, prefetching and requests from other
 * sites or sibling hosts must not change anything, such as sign the user out. Clients that send no Sec-Fetch headers are not browsers.
 */
export function isOwnNavigation(request: Request): boolean {
  if (request.method === 'HEAD' || request.get('sec-purpose') !== undefined) return false;
  const site = request.get('sec-fetch-site');
  const destination = request.get('sec-fetch-dest');
  if (site === undefined && destination === undefined) return true;
  return (site === 'none' || site === 'same-origin') && destination === 'document';
}
