import type { IncomingMessage, Server } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import expressWs from 'express-ws';
import type WebSocket from 'ws';
import type { DispatchOptions } from '../binder/context.ts';
import { asAppError, publicError, statusOf } from '../error-response.ts';
import { withoutRedaction } from '../logger.ts';
import { observeRequest, openSocketsGauge } from '../metrics.ts';
import { createUpgradeAuthorizer } from './authorize-upgrade.ts';
import type { AuthorizedUpgrade, UpgradeRequest } from './authorize-upgrade.ts';
import { CLOSE, holdSocket } from './service-socket.ts';
import type { HeldSocket } from './service-socket.ts';
import { watchIdentity } from './watch-identity.ts';

const BEAT_MS = 30_000;
const FRAMES = {
  maxPayload: 64 * 1024,
  /** A message in very many fragments takes more memory than its size. */
  maxFragments: 256,
  maxBufferedChunks: 4096,
  perMessageDeflate: false,
};

/** All WebSockets of a process. */
export interface SocketServer {
  /** Closes each with 1001 and waits until they are closed, at most two seconds. */
  close(): Promise<void>;
}

/** Refuses an upgrade with a status and a plain sentence, or lets it pass. */
type Verdict = (verified: boolean, code?: number, message?: string, headers?: Record<string, string>) => void;

/** Attaches the WebSockets of an application to a server. Access is checked before the upgrade. */
export function attachSockets(options: DispatchOptions, server: Server): SocketServer {
  const accessLog = withoutRedaction(options.logger);
  const authorized = new WeakMap<IncomingMessage, AuthorizedUpgrade>();
  const held = new Set<HeldSocket>();
  const routes = express();
  routes.set('trust proxy', options.config.trustedProxies);
  const readUpgrade = createUpgradeAuthorizer(options, routes);

  async function verify({ req }: { req: IncomingMessage }, answer: Verdict): Promise<void> {
    const started = performance.now();
    const upgrade = readUpgrade(req);
    try {
      authorized.set(req, await upgrade.authorize());
      record(upgrade, 101, started);
      answer(true);
    } catch (thrown) {
      const error = asAppError(thrown);
      const status = statusOf(error.kind, upgrade.operation?.statusMap);
      if (status === 500) upgrade.call.log.error({ err: thrown }, 'websocket upgrade failed');
      record(upgrade, status, started);
      const { message } = publicError(error, status, upgrade.call.requestId);
      answer(false, status, `${message}\n`, refusalHeaders(upgrade));
    }
  }

  function record({ path, operation, call }: UpgradeRequest, status: number, started: number): void {
    const milliseconds = performance.now() - started;
    observeRequest({ method: 'GET', route: operation?.template ?? 'other', status, milliseconds });
    if (options.config.nodeEnv !== 'production') return;
    const ms = Math.round(milliseconds * 10) / 10;
    accessLog.info(
      { request_id: call.requestId, method: 'GET', path, status, ms, ip: call.ip, upgrade: 'websocket' },
      'request',
    );
  }

  function run(ws: WebSocket, req: IncomingMessage): void {
    const { operation, input, actor, call, reauthorize } = authorized.get(req)!;
    const socket = holdSocket(ws, req.socket, call.log);
    const gauge = openSocketsGauge.labels(operation.template);
    held.add(socket);
    gauge.inc();
    const stopWatching = watchIdentity(reauthorize, (reason) => socket.revoke(reason));
    void socket.ended.then(() => {
      stopWatching();
      held.delete(socket);
      gauge.dec();
    });
    operation.socket.run({ socket, input, actor, call }).catch((thrown: unknown) => {
      call.log.error({ err: thrown, operation: operation.id }, 'websocket handler failed');
      socket.close(CLOSE.internal, `Something went wrong on our side (request ${call.requestId}).`);
    });
  }

  const { getWss } = expressWs(routes, server, {
    leaveRouterUntouched: true,
    wsOptions: { ...FRAMES, verifyClient: (info, answer) => void verify(info, answer) },
  }) as { getWss(): WebSocket.Server };
  (routes as Express & expressWs.WithWebsocketMethod).ws('/{*path}', run);
  const beats = setInterval(() => held.forEach((socket) => socket.beat()), BEAT_MS).unref();

  return {
    async close() {
      clearInterval(beats);
      const gone = Promise.all([...held].map((socket) => socket.ended));
      for (const socket of held) socket.close(CLOSE.goingAway, 'The service is restarting. Reconnect.');
      await gone;
      getWss().close();
    },
  };
}

function refusalHeaders({ call }: UpgradeRequest): Record<string, string> {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': call.requestId,
  };
}

/** Whether a request is an upgrade to a WebSocket; others (h2c) are handled as ordinary requests. */
export function asksForSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Attaches the WebSockets of an application of `createServiceApp` to its server; null without any. */
export function openSockets(app: Express, server: Server): SocketServer | null {
  const open = app.locals.openSockets as ((server: Server) => SocketServer) | undefined;
  return open ? open(server) : null;
}
