import { Agent, createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import express from 'express';
import { ambiguousHeaders } from '@cairn/service/ambiguous-headers';
import { refuseMalformed } from '@cairn/service/refuse-malformed';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import { sendProxyError, sendProxyErrorOnSocket, type ProxyError } from './proxy-error.ts';
import { hasUsualConnection, prepareHeaders } from './headers.ts';
import { decide, type Route } from './route.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** Path under which the front door itself answers. */
export const healthPath = '/front-door/health';

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 30_000,
  /** Large uploads take long; an idle connection is closed instead. */
  requestTimeout: 0,
  idleTimeout: 600_000,
  /** Longer than that of browsers and load balancers, so that they close idle connections first. */
  keepAliveTimeout: 75_000,
};

export interface FrontDoor {
  server: Server;
  /** Refuses new connections, lets running requests finish, and closes the rest after the grace time. */
  close(graceMs?: number): Promise<void>;
}

/** The public address: routes base paths to services, streams bodies both ways, and proxies WebSockets. */
export function createFrontDoor(
  routes: readonly Route[],
  log: (line: object) => void = () => undefined,
  isTrustedProxy: IsTrustedProxy = () => false,
): FrontDoor {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const proxies = new Map(routes.map((route) => [route, createProxy(route, agent, log)]));
  const upgraded = new Set<Duplex>();
  const app = express();
  app.disable('x-powered-by');
  app.get(healthPath, (_request, response) => void response.type('text').send('ok\n'));
  app.use((request, response, next) => {
    const decision = decideRequest(request, routes);
    if ('refused' in decision) return void sendProxyError(request, response, toProxyError(decision));
    prepareHeaders(request, { kind: 'request', isTrustedProxy });
    response.on('error', () => undefined);
    void proxies.get(decision.route)?.(request, response, next);
  });
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderSize,
      insecureHTTPParser: false,
      requireHostHeader: true,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      noDelay: true,
      // Other upgrades (h2c) are handled as ordinary requests.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    app,
  );
  server.timeout = limits.idleTimeout;
  server.on('clientError', refuseMalformed);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const decision = decideRequest(request, routes);
    if ('refused' in decision) return sendProxyErrorOnSocket(socket, toProxyError(decision));
    prepareHeaders(request, { kind: 'upgrade', isTrustedProxy });
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    proxies.get(decision.route)?.upgrade(request, socket, head);
  });
  return { server, close: (graceMs = 10_000) => closeServer({ server, upgraded, agent, graceMs }) };
}

function decideRequest(request: IncomingMessage, routes: readonly Route[]): ReturnType<typeof decide> {
  if (!hasUsualConnection(request))
    return { refused: 400, sentence: 'The Connection header names headers that may not be dropped.' };
  const ambiguous = ambiguousHeaders(request);
  return ambiguous ? { refused: 400, sentence: ambiguous } : decide(request.url, routes);
}

function toProxyError({ refused, sentence }: { refused: 400 | 404; sentence: string }): ProxyError {
  return {
    status: refused,
    title: refused === 404 ? 'Page not found' : 'Bad request',
    sentence,
  };
}

function createProxy(route: Route, agent: Agent, log: (line: object) => void): RequestHandler {
  return createProxyMiddleware({
    target: route.target,
    changeOrigin: false,
    agent,
    // Its plugins log to the console and send errors of their own.
    ejectPlugins: true,
    plugins: [
      (proxy) =>
        proxy.on('error', (error, request, response) => {
          if (!request) return;
          const { code = '', message } = error as NodeJS.ErrnoException;
          log({
            level: 'warn',
            event: 'upstream_failed',
            service: route.name,
            code,
            message,
            requestId: request.headers['x-request-id'],
          });
          const proxyError = upstreamError(route, code);
          if (response instanceof ServerResponse) void sendProxyError(request, response, proxyError);
          else if (response) sendProxyErrorOnSocket(response as Duplex, proxyError);
        }),
      // Each socket of a WebSocket closes the other; pipes do so only on a clean end.
      (proxy) =>
        proxy.on('proxyReqWs', (outgoing, _request, socket) => {
          outgoing.once('upgrade', (_response, upstream) => {
            socket.once('close', () => upstream.destroy());
            upstream.once('close', () => socket.destroy());
          });
        }),
      // A client that leaves during a request is not a failure of the service.
      (proxy) =>
        proxy.on(
          'econnreset',
          (_error, _request, response) => void (response as ServerResponse | undefined)?.destroy?.(),
        ),
    ],
  });
}

function upstreamError({ name }: Route, code: string): ProxyError {
  const isDown = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT'].includes(code);
  return isDown
    ? {
        status: 503,
        title: 'Service unavailable',
        sentence: `The service "${name}" is not running at the moment. Try again in a few seconds.`,
        headers: { 'retry-after': '5' },
      }
    : {
        status: 502,
        title: 'Bad gateway',
        sentence: `The service "${name}" closed the connection. Try again. If it happens again, tell your administrator.`,
      };
}

async function closeServer(parts: {
  server: Server;
  upgraded: Set<Duplex>;
  agent: Agent;
  graceMs: number;
}): Promise<void> {
  const { server, upgraded, agent, graceMs } = parts;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection becomes idle when its last request ends; browsers keep it open for a minute more.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
    for (const socket of upgraded) socket.destroy();
  });
  agent.destroy();
}
