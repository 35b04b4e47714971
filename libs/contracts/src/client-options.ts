/** How to reach a service: its base address without a trailing slash, e.g. http://127.0.0.1:8888. */
export interface ClientOptions {
  baseUrl: string;
  fetch?: (request: Request) => Promise<Response>;
  headers?: Record<string, string>;
}
