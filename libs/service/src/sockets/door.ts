import type { IncomingMessage } from 'node:http';
import type { Express, Request } from 'express';
import type { Actor } from '../actor.ts';
import { ambiguousHeaders } from '../ambiguous-headers.ts';
import { admission } from '../binder/admission.ts';
import { dropIdentityHeaders, mountedRequest } from '../binder/base-path.ts';
import type { DispatchOptions } from '../binder/context.ts';
import type { BoundOperation } from '../binder/operations.ts';
import { RequestCall } from '../call.ts';
import { badRequest, noSuchPath, unavailable } from '../errors.ts';
import type { Input, SocketHandler } from '../handler.ts';
import { requestIdFrom } from '../request-id.ts';
import { refuseForeignOrigin, refuseMissingOrigin } from './origin.ts';

/** A caller who may open a socket, before it is open. */
export interface Admitted {
  operation: BoundOperation & { socket: SocketHandler<unknown> };
  input: Input<unknown>;
  actor: Actor;
  call: RequestCall;
  /** Throws when they may not be here any more. */
  stillMay: () => Promise<unknown>;
}

/** What of an upgrade is known before it is admitted: enough to answer and to log a refusal. */
export interface Caller {
  path: string;
  call: RequestCall;
  operation: BoundOperation | null;
  admit: () => Promise<Admitted>;
}

/** Judges upgrades to WebSockets as the dispatcher judges requests, and their Origin beside it. */
export function createDoor(options: DispatchOptions, app: Express): (raw: IncomingMessage) => Caller {
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

    async function admit(): Promise<Admitted> {
      if (options.isDraining()) {
        throw unavailable('request.stopping', 'The service is being restarted; connect again shortly.');
      }
      const ambiguous = ambiguousHeaders(req);
      if (ambiguous) throw badRequest('request.ambiguous_headers', ambiguous);
      const { origin } = req.headers;
      refuseForeignOrigin(origin, call.origin);
      if (!operation) throw noSuchPath();
      const { socket } = operation;
      if (!socket) throw badRequest('request.no_socket', 'This address takes ordinary requests alone.');
      const admitted = await admission(operation, options, request);
      refuseMissingOrigin(origin, admitted.actor);
      const { actor, ...values } = admitted;
      return {
        operation: { ...operation, socket },
        actor,
        call,
        input: { ...values, body: undefined } as Input<unknown>,
        stillMay: () => admission(operation, options, request),
      };
    }

    return { path, call, operation, admit };
  };

  function find(path: string): Pick<Caller, 'operation'> & { params: Record<string, string> } {
    try {
      const match = routes.find(path);
      return { operation: match?.methods.get('GET') ?? null, params: match?.params ?? {} };
    } catch {
      return { operation: null, params: {} };
    }
  }
}

/** A socket has no answer whose end could be awaited: the caller is gone when the connection is. */
function endOf({ socket }: IncomingMessage): ConstructorParameters<typeof RequestCall>[0]['res'] {
  return {
    get destroyed() {
      return socket.destroyed;
    },
    writableFinished: false,
    once: (event, listener) => socket.once(event, listener),
  };
}
