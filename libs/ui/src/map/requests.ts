type HeadersOf = (address: string) => Record<string, string>;

let headersOf: HeadersOf = () => ({});

/** Pages without a cookie identify themselves in headers: of the address of each request of a map, those that it takes. */
export function sendMapRequestsWith(headers: HeadersOf): void {
  headersOf = headers;
}

/** For MapLibre. */
export function transformRequest(url: string): { url: string; headers: Record<string, string> } {
  return { url, headers: headersOf(url) };
}
