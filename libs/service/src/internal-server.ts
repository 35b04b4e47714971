import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { NO_SUCH_PATH } from './errors.ts';
import { checkReadiness } from './health.ts';
import type { ReadinessCheck } from './health.ts';
import { metricsRegistry } from './metrics.ts';

export interface InternalServerOptions {
  ready: ReadinessCheck;
  /** A process that is stopping is alive, but not ready. */
  isDraining: () => boolean;
}

/** Serves /api/health, /readyz and /metrics on the internal port, for probes and Prometheus. */
export function createInternalServer(options: InternalServerOptions): Server {
  return createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, (req, res) => {
    answer(options, req, res).catch(() => res.destroy());
  });
}

async function answer(
  { ready, isDraining }: InternalServerOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const path = req.url?.split('?', 1)[0];
  if (path === '/metrics') {
    res.setHeader('Content-Type', metricsRegistry.contentType);
    res.end(await metricsRegistry.metrics());
  } else if (path === '/api/health') {
    sendJson(res, 200, { status: 'ok' });
  } else if (path === '/readyz') {
    const found = await checkReadiness(ready);
    const serving = found.ready && !isDraining();
    sendJson(res, serving ? 200 : 503, { ready: serving, checks: found.checks });
  } else {
    sendJson(res, 404, { error: NO_SUCH_PATH });
  }
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(body));
}
