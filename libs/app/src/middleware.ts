import { METHODS } from '@cairn/contracts';
import type { ContractDocument, Operation } from '@cairn/contracts';
import { SocketHandler, StreamingHandler, streaming } from '@cairn/service';
import type { Actor, Call, Handler } from '@cairn/service';

/** What a middleware reads of a request, whatever its operation. */
export interface OperationRequest {
  input: { path: Record<string, unknown>; query: Record<string, unknown>; body?: unknown };
  actor: Actor;
  call: Call;
}

/** Runs around the handler of an operation; `next` runs the handler. */
export type Middleware = <T>(request: OperationRequest, next: () => Promise<T>) => Promise<T>;

/** Returns the middleware of an operation, or undefined for an operation that needs none. */
export type MiddlewareOf = (operation: Operation, path: string) => Middleware | undefined;

/** All operations of a contract with their paths. */
export function operationsOf({ paths }: ContractDocument): { path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, operation }] : [];
    }),
  );
}

/** The handlers with the middleware around them. @throws when an operation that needs one is a WebSocket. */
export function applyMiddleware(
  handlers: Record<string, unknown>,
  contract: ContractDocument,
  middlewareOf: MiddlewareOf,
): Record<string, unknown> {
  const wrapped = { ...handlers };
  for (const { path, operation } of operationsOf(contract)) {
    const handler = handlers[operation.operationId];
    const middleware = handler ? middlewareOf(operation, path) : undefined;
    if (middleware) wrapped[operation.operationId] = wrap(handler, middleware);
  }
  return wrapped;
}

function wrap(handler: unknown, middleware: Middleware): unknown {
  if (handler instanceof SocketHandler) throw new Error('A WebSocket cannot have a middleware.');
  if (handler instanceof StreamingHandler) {
    return streaming<any>((exchange) =>
      middleware(exchange as unknown as OperationRequest, () => handler.run(exchange)),
    );
  }
  const plain = handler as Handler<any>;
  const wrapped: Handler<any> = (input, actor, call) => {
    const request = { input: input as OperationRequest['input'], actor, call };
    return middleware(request, async () => plain(input, actor, call));
  };
  return wrapped;
}
