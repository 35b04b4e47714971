import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { ServiceConfig } from './config.ts';
import type { ReadinessCheck } from './health.ts';
import { refuseMalformed } from './refuse-malformed.ts';
import { createInternalServer } from './internal-server.ts';
import { listen, listenSentence } from './listen.ts';
import type { Logger } from './logger.ts';
import { collectProcessMetrics } from './metrics.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { asksForSocket, openSockets } from './sockets/attach.ts';
import type { SocketServer } from './sockets/attach.ts';

const SECOND = 1000;

export interface ServeOptions {
  app: Express;
  config: ServiceConfig;
  logger: Logger;
  /** Closes pools and listeners; called once, after the last request. */
  close: () => Promise<void>;
  /** For running requests after SIGTERM; default 25 s, below the 30 s of Kubernetes. */
  graceMs?: number;
}

export interface RunningService {
  server: Server;
  port: number;
  internalPort: number;
  /** Stops as on SIGTERM, without ending the process: not ready, drain, close. */
  stop: () => Promise<void>;
}

/**
 * Listens on PORT, and on INTERNAL_PORT for probes and /metrics. On SIGTERM or SIGINT: not ready, no new connections, running
 * requests finish within the grace time, `close`, exit 0. A port in use ends the process with a sentence and status 1.
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { app, config, logger } = options;
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 20 * SECOND,
      // Enough for 5 GiB over a slow connection; JSON bodies have a shorter limit.
      requestTimeout: 6 * 3600 * SECOND,
      // Longer than in the proxies in front, so that they never write to a closing connection.
      keepAliveTimeout: 75 * SECOND,
      connectionsCheckingInterval: 5 * SECOND,
      shouldUpgradeCallback: (req) => sockets !== null && asksForSocket(req),
    },
    closingWhileDraining(app),
  );
  const sockets = openSockets(app, server);
  // Closes a connection without traffic for this long.
  server.setTimeout(600 * SECOND);
  server.on('clientError', refuseMalformed);
  const internal = createInternalServer({
    ready: app.locals.ready as ReadinessCheck,
    isDraining: () => app.locals.draining === true,
  });

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
  const stop = (): Promise<void> =>
    (stopping ??= shutDown({ ...options, server, internal, sockets }).finally(forget));
  const forget = stopOnSignals(stop, logger);
  return { server, port, internalPort, stop };
}

function closingWhileDraining(app: Express): RequestListener {
  return (req, res) => {
    if (app.locals.draining) res.setHeader('Connection', 'close');
    app(req, res);
  };
}

async function shutDown(
  context: ServeOptions & { server: Server; internal: Server; sockets: SocketServer | null },
): Promise<void> {
  const { app, server, internal, sockets, close, logger, graceMs = 25 * SECOND } = context;
  app.locals.draining = true;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await sockets?.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => {
    logger.warn('grace time over, closing running requests');
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(grace);
  await close();
  internal.close();
  internal.closeAllConnections();
}
