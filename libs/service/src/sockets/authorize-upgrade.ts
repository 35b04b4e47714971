import type { IncomingMessage } from 'node:http';
import type { Express, Request } from 'express';
import type { Actor } from '../actor.ts';
import { ambiguousHeaders } from '../ambiguous-headers.ts';
import { authorize } from '../binder/authorize.ts';
import { dropIdentityHeaders, mountedRequest } from '../binder/base-path.ts';
import type { DispatchOptions } from '../binder/context.ts';
import { NO_OPEN_FIELDS } from '../binder/open-fields.ts';
import type { BoundOperation } from '../binder/operations.ts';
import { RequestCall } from '../call.ts';
import { badRequest, noSuchPath, unavailable } from '../errors.ts';
import type { Input, SocketHandler } from '../handler.ts';
import { requestIdFrom } from '../request-id.ts';
import { refuseForeignOrigin, refuseMissingOrigin } from './origin.ts';

/** An upgrade that is allowed, before the socket opens. */
export interface AuthorizedUpgrade {
  operation: BoundOperation & { socket: SocketHandler<unknown> };
  input: Input<unknown>;
  actor: Actor;
  call: RequestCall;
  /** Throws when the caller has lost access. */
  reauthorize: () => Promise<unknown>;
}

/** An upgrade request before it is authorized: enough to send and log a refusal. */
export interface UpgradeRequest {
  path: string;
  call: RequestCall;
  operation: BoundOperation | null;
  authorize: () => Promise<AuthorizedUpgrade>;
}

/** Authorizes upgrades to WebSockets as the dispatcher authorizes requests, and checks their Origin. */
export function createUpgradeAuthorizer(
  options: DispatchOptions,
  app: Express,
): (raw: IncomingMessage) => UpgradeRequest {
  const { config, routes, logger } = options;

  return function open(raw) {
    const req = Object.setPrototypeOf(raw, app.request) as Request;
    dropIdentityHeaders(req);
    const { path, query, basePath } = mountedRequest(req, config.basePath, options.isTrusted);
    const call = new RequestCall({
      requestId: requestIdFrom(req.headers['x-request-id']),
      basePath,
      req,
      res: endOf(req),
      publicUrl: config.publicUrl,
      logger,
    });
    const { operation, params } = find(path);

    const request = { req, params, query };

    async function authorizeUpgrade(): Promise<AuthorizedUpgrade> {
      if (options.isDraining()) {
        throw unavailable('request.stopping', 'The service is restarting. Reconnect in a moment.');
      }
      const ambiguous = ambiguousHeaders(req);
      if (ambiguous) throw badRequest('request.ambiguous_headers', ambiguous);
      refuseForeignOrigin(req, config.publicUrl);
      if (!operation) throw noSuchPath();
      const { socket } = operation;
      if (!socket) throw badRequest('request.no_socket', 'This address does not accept WebSockets.');
      const authorized = await authorize(operation, options, request);
      refuseMissingOrigin(req.headers.origin, authorized.actor);
      const { actor, resourceKeys, ...values } = authorized;
      call.resourceKeys = resourceKeys;
      return {
        operation: { ...operation, socket },
        actor,
        call,
        input: { ...values, body: undefined, openForm: NO_OPEN_FIELDS } as Input<unknown>,
        reauthorize: () => authorize(operation, options, request),
      };
    }

    return { path, call, operation, authorize: authorizeUpgrade };
  };

  function find(path: string): Pick<UpgradeRequest, 'operation'> & { params: Record<string, string> } {
    try {
      const match = routes.find(path);
      return { operation: match?.methods.get('GET') ?? null, params: match?.params ?? {} };
    } catch {
      return { operation: null, params: {} };
    }
  }
}

/** A WebSocket has no response: the caller has left when the connection is closed. */
function endOf({ socket }: IncomingMessage): ConstructorParameters<typeof RequestCall>[0]['res'] {
  return {
    get destroyed() {
      return socket.destroyed;
    },
    writableFinished: false,
    once: (event, listener) => socket.once(event, listener),
  };
}
