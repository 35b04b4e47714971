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
  /** Uploads of gigabytes take their time; a connection on which nothing moves is cut instead. */
  requestTimeout: 0,
  idleTimeout: 600_000,
  /** Longer than browsers and load balancers keep theirs, so that we are not the ones who cut in mid-flight. */
  keepAliveTimeout: 75_000,
};

export interface FrontDoor {
  server: Server;
  /** Refuses new connections, lets requests under way finish, then cuts what is left after the grace time. */
  close(graceMs?: number): Promise<void>;
}

/** The one public address: base paths to services, bodies streamed both ways, WebSockets included. */
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
    const decision = admit(request, routes);
    if ('refused' in decision) return void sendProxyError(request, response, refusal(decision));
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
      // Anything else that asks for an upgrade (h2c) is answered as an ordinary request.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    app,
  );
  server.timeout = limits.idleTimeout;
  server.on('clientError', refuseMalformed);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const decision = admit(request, routes);
    if ('refused' in decision) return sendProxyErrorOnSocket(socket, refusal(decision));
    prepareHeaders(request, { kind: 'upgrade', isTrustedProxy });
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    proxies.get(decision.route)?.upgrade(request, socket, head);
  });
  return { server, close: (graceMs = 10_000) => closeServer({ server, upgraded, agent, graceMs }) };
}

function admit(request: IncomingMessage, routes: readonly Route[]): ReturnType<typeof decide> {
  if (!hasUsualConnection(request))
    return { refused: 400, sentence: 'The Connection header names headers that may not be dropped.' };
  const ambiguous = ambiguousHeaders(request);
  return ambiguous ? { refused: 400, sentence: ambiguous } : decide(request.url, routes);
}

function refusal({ refused, sentence }: { refused: 400 | 404; sentence: string }): ProxyError {
  return {
    status: refused,
    title: refused === 404 ? 'Page not found' : 'This request cannot be read',
    sentence,
  };
}

function createProxy(route: Route, agent: Agent, log: (line: object) => void): RequestHandler {
  return createProxyMiddleware({
    target: route.target,
    changeOrigin: false,
    agent,
    // Its plugins log to the console and answer errors in their own words.
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
          const apology = upstreamError(route, code);
          if (response instanceof ServerResponse) void sendProxyError(request, response, apology);
          else if (response) sendProxyErrorOnSocket(response as Duplex, apology);
        }),
      // The two sockets of a WebSocket live and die together; pipes alone end them only on an orderly end.
      (proxy) =>
        proxy.on('proxyReqWs', (outgoing, _request, socket) => {
          outgoing.once('upgrade', (_response, upstream) => {
            socket.once('close', () => upstream.destroy());
            upstream.once('close', () => socket.destroy());
          });
        }),
      // A client that goes away in mid-request is no failure of the service.
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
        title: 'One moment',
        sentence: `The service "${name}" is not running at the moment. Try again in a few seconds.`,
        headers: { 'retry-after': '5' },
      }
    : {
        status: 502,
        title: 'That did not work',
        sentence: `The service "${name}" broke off its answer. Try again; if it happens again, tell your administrator.`,
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
    // A connection turns idle when its last request ends; browsers would hold it open for a minute more.
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
