/** The query parameters with other names than these, as they were sent: not decoded, and in their order. */
export function remainingQuery(query: string, names: readonly string[]): string {
  return query
    .split('&')
    .filter((pair) => pair !== '' && !names.includes(nameOf(pair)))
    .join('&');
}

/** The query was read before, so its encoding is good. */
function nameOf(pair: string): string {
  return decodeURIComponent(pair.split('=', 1)[0]!.replaceAll('+', ' '));
}

/** Of a request, without the question mark. */
export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
