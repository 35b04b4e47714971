import type { IncomingMessage } from 'node:http';

/** Headers of which one server may use the first line and another the last. Node itself refuses two Content-Length. */
const singles = new Set(['host', 'authorization', 'content-type', 'origin', 'sec-fetch-site']);

/** A Host header: a name or an address, and a port (RFC 9112, 3.2). */
const usualHost = /^[A-Za-z0-9._~!$&'()*+,;=%-]*(:\d*)?$|^\[[0-9A-Fa-f:.]+\](:\d*)?$/;

/** A sentence when two servers could read the headers differently, else null. */
export function ambiguousHeaders({ rawHeaders, headers }: IncomingMessage): string | null {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (!singles.has(name)) continue;
    if (seen.has(name)) return `The request has two ${rawHeaders[index]} headers; send one.`;
    seen.add(name);
  }
  return usualHost.test(headers.host ?? '')
    ? null
    : 'The Host header is not a host name or address; correct it.';
}
