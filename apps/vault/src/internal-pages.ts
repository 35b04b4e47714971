import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { metricsRegistry, readiness } from '@cairn/service';

/** /api/health, /readyz and /metrics of a process that serves nothing else. */
export function startInternalPages(options: {
  host: string;
  port: number;
  ready: () => Promise<Record<string, boolean>>;
}): Promise<Server> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, (req, res) => {
    void answer(req.url?.split('?', 1)[0] ?? '', options.ready).then(
      ({ status, type, body }) => {
        res.writeHead(status, { 'Content-Type': type });
        res.end(body);
      },
      () => res.destroy(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}

async function answer(
  path: string,
  ready: () => Promise<Record<string, boolean>>,
): Promise<{ status: number; type: string; body: string }> {
  const json = 'application/json; charset=utf-8';
  if (path === '/api/health') return { status: 200, type: json, body: JSON.stringify({ status: 'ok' }) };
  if (path === '/metrics') {
    return { status: 200, type: metricsRegistry.contentType, body: await metricsRegistry.metrics() };
  }
  if (path !== '/readyz') return { status: 404, type: json, body: JSON.stringify({ error: 'not found' }) };
  const found = await readiness(ready);
  return { status: found.ready ? 200 : 503, type: json, body: JSON.stringify(found) };
}
