import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { ServiceConfig } from './config.ts';
import { readiness } from './health.ts';
import type { ReadinessCheck } from './health.ts';
import type { Logger } from './logger.ts';
import { collectProcessMetrics, metricsRegistry } from './metrics.ts';

const SECOND = 1000;

export interface ServeOptions {
  app: Express;
  config: ServiceConfig;
  logger: Logger;
  /** Ends pools, listeners and the like; called once, after the last request. */
  close: () => Promise<void>;
  /** For requests in flight once SIGTERM came; 25 s unless said otherwise, below Kubernetes' 30. */
  graceMs?: number;
}

export interface RunningService {
  server: Server;
  port: number;
  internalPort: number;
  /** Unready, drain, close; what SIGTERM does, without ending the process. */
  stop: () => Promise<void>;
}

/**
 * Listens on PORT, and on INTERNAL_PORT for /metrics and /readyz. On SIGTERM or SIGINT: not ready, no new connections,
 * requests in flight finish within the grace time, `close`, exit 0. A port that is taken ends the process with a
 * sentence and status 1.
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { app, config, logger } = options;
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 20 * SECOND,
      // Long enough for 5 GiB over a slow line; JSON bodies have their own, short limit.
      requestTimeout: 6 * 3600 * SECOND,
      // Longer than the proxies in front keep theirs, so that they never write to a closing connection.
      keepAliveTimeout: 75 * SECOND,
      connectionsCheckingInterval: 5 * SECOND,
    },
    closingWhileDraining(app),
  );
  // A reader that takes nothing and a sender that sends nothing for this long is gone.
  server.setTimeout(600 * SECOND);
  server.on('clientError', refuseBadRequest);
  const internal = createServer(
    { headersTimeout: 5 * SECOND, requestTimeout: 10 * SECOND },
    internalPages(app),
  );

  try {
    await listen(server, config.port, config.host);
    await listen(internal, config.internalPort, config.host);
  } catch (error) {
    logger.fatal(listenSentence(error as NodeJS.ErrnoException));
    process.exit(1);
  }
  collectProcessMetrics();
  const port = (server.address() as AddressInfo).port;
  const internalPort = (internal.address() as AddressInfo).port;
  logger.info(
    { host: config.host, port, internal_port: internalPort, base_path: config.basePath },
    'listening',
  );

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= shutDown({ ...options, server, internal }).finally(forget));
  const forget = endWithProcess(stop, logger);
  return { server, port, internalPort, stop };
}

/** Ties `stop` to the signals, and the end of the process to errors that nobody caught. Returns how to untie them. */
function endWithProcess(stop: () => Promise<void>, logger: Logger): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        logger.fatal({ err }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  const onCrash = (err: unknown): void => {
    // What state it is in nobody knows, so it ends; whoever runs it starts it again.
    logger.fatal({ err }, 'an error that nobody caught ends the process');
    process.exit(1);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).once('uncaughtException', onCrash);
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('uncaughtException', onCrash);
  };
}

function closingWhileDraining(app: Express): RequestListener {
  return (req, res) => {
    if (app.locals.draining) res.setHeader('Connection', 'close');
    app(req, res);
  };
}

async function shutDown(context: ServeOptions & { server: Server; internal: Server }): Promise<void> {
  const { app, server, internal, close, logger, graceMs = 25 * SECOND } = context;
  app.locals.draining = true;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => {
    logger.warn('requests were still running at the end of the grace time; they are cut');
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(grace);
  await close();
  internal.close();
  internal.closeAllConnections();
}

function internalPages(app: Express): RequestListener {
  return (req, res) => {
    void answerInternal(app, req, res).catch(() => res.destroy());
  };
}

async function answerInternal(app: Express, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = req.url?.split('?', 1)[0];
  if (path === '/metrics') {
    res.setHeader('Content-Type', metricsRegistry.contentType);
    res.end(await metricsRegistry.metrics());
  } else if (path === '/readyz') {
    const { ready, checks } = await readiness(app.locals.ready as ReadinessCheck);
    const serving = ready && !app.locals.draining;
    res.statusCode = serving ? 200 : 503;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify({ ready: serving, checks }));
  } else {
    res.statusCode = 404;
    res.end();
  }
}

/** Requests that are no HTTP: one answer, then the connection ends, so nothing after them is taken for a request. */
function refuseBadRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function listenSentence(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is taken; stop what uses it or set another port.`;
  if (error.code === 'EACCES') return `Port ${error.port} needs more rights; choose one above 1023.`;
  return `The service cannot listen: ${error.message}.`;
}
