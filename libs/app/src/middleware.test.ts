import { expect, test } from '@jest/globals';
import type { ContractDocument } from '@cairn/contracts';
import { ANONYMOUS, SocketHandler, StreamingHandler, streaming } from '@cairn/service';
import { applyMiddleware } from './middleware.ts';
import type { Middleware } from './middleware.ts';

const operation = (operationId: string) => ({ get: { operationId, responses: {} } });
const contract = {
  paths: { '/plain': operation('plain'), '/stream': operation('stream'), '/open': operation('open') },
} as unknown as ContractDocument;
const input = { path: { id: 7 }, query: {} };

function wrap(handlers: Record<string, unknown>, middleware: Middleware) {
  return applyMiddleware(handlers, contract, ({ operationId }) =>
    operationId === 'open' ? undefined : middleware,
  ) as Record<string, any>;
}

const refuse: Middleware = ({ input: { path } }) => Promise.reject(new Error(`refused ${path.id}`));
const pass: Middleware = (_request, next) => next();

test('middleware runs before a handler and may refuse the request', async () => {
  const wrapped = wrap({ plain: () => 'answer', stream: streaming(async () => undefined) }, refuse);
  await expect(wrapped.plain(input, ANONYMOUS)).rejects.toThrow('refused 7');
  await expect(wrapped.stream.run({ input, actor: ANONYMOUS })).rejects.toThrow('refused 7');
});

test('a handler returns its answer through the middleware and stays of its kind', async () => {
  const wrapped = wrap({ plain: () => 'answer', stream: streaming(async () => undefined) }, pass);
  expect(await wrapped.plain(input, ANONYMOUS)).toBe('answer');
  expect(wrapped.stream).toBeInstanceOf(StreamingHandler);
});

test('an operation without middleware keeps its handler, and one without a handler stays without', () => {
  const open = () => 'open';
  expect(wrap({ open }, refuse)).toEqual({ open });
});

test('a WebSocket with middleware fails at startup', () => {
  expect(() => wrap({ plain: new SocketHandler(async () => undefined) }, pass)).toThrow('WebSocket');
});
