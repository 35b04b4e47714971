import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { discardBody } from '@cairn/service/discard-body';

export interface ProxyError {
  status: number;
  title: string;
  sentence: string;
  headers?: Record<string, string>;
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Sends an error as a page if the client accepts HTML, else as `{ error }`. */
export async function sendProxyError(
  request: IncomingMessage,
  response: ServerResponse,
  error: ProxyError,
): Promise<void> {
  if (!response.headersSent) await discardBody(request);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  const body = wantsPage ? page(error) : `${JSON.stringify({ error: error.sentence })}\n`;
  response.writeHead(error.status, {
    'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    ...error.headers,
    // The rest of an unread body must not be parsed as the next request.
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The same for a WebSocket upgrade, which has no response object. */
export function sendProxyErrorOnSocket(socket: Duplex, { status, sentence }: ProxyError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = `${JSON.stringify({ error: sentence })}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function page({ title, sentence }: ProxyError): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cairn</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; min-height: 90vh; place-content: center; margin: 1.5rem; max-width: 34rem; margin-inline: auto; }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
  p { margin: 0 0 1rem; }
</style>
<main>
  <h1>${title}</h1>
  <p>${sentence}</p>
  <p><a href="/">Go to the start page</a></p>
</main>
</html>
`;
}
