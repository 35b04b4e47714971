import { badToken } from './errors.ts';

/**
 * Exact origins of sites: https, this machine, and http where the operator allows it.
 * @throws {AppError} bad_request that names the entry
 */
export function checkOrigins(origins: string[], { allowHttp }: { allowHttp: boolean }): string[] {
  for (const [index, origin] of origins.entries()) {
    const place = `origins[${index}]`;
    if (!isExactOrigin(origin)) {
      throw badToken(
        place,
        `"${origin}" is not an origin such as https://maps.example.org, without a path or wildcard.`,
      );
    }
    if (!allowHttp && !isSecure(origin)) {
      throw badToken(place, `"${origin}" is not encrypted. Use https, or set EMBED_ALLOW_HTTP=1.`);
    }
  }
  return [...new Set(origins)];
}

export function isExactOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || text.includes('*') || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
}

function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  );
}
