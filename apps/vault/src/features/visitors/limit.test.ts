import { expect, test } from '@jest/globals';
import type { VaultOperations } from '@cairn/contracts';
import { ANONYMOUS } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { limitVisitors } from './limit.ts';

const person: Actor = { ...ANONYMOUS, kind: 'user', id: 1, username: 'ada' };

/** An operation that ends when it is told to, and how often it has begun. */
function heldOperation() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const state = { begun: 0, release };
  const listRows = async () => {
    state.begun += 1;
    await released;
    return state.begun;
  };
  const handlers = limitVisitors({ listRows } as unknown as Handlers<VaultOperations>);
  const call = (actor: Actor, ip: string): Promise<unknown> =>
    (handlers.listRows as any)({}, actor, { ip } as Call);
  return { state, call };
}

test('four requests of visitors of one address run, 200 wait, the next is refused with 429', async () => {
  const { state, call } = heldOperation();
  const accepted = Array.from({ length: 204 }, () => call(ANONYMOUS, '192.0.2.1'));
  await expect(call(ANONYMOUS, '192.0.2.1')).rejects.toMatchObject({ kind: 'too_many', retryAfter: 5 });
  expect(state.begun).toBe(4);
  state.release();
  await Promise.all(accepted);
  expect(state.begun).toBe(204);
  expect(await call(ANONYMOUS, '192.0.2.1')).toBe(205);
});

test('another address and people who are signed in do not wait', async () => {
  const { state, call } = heldOperation();
  const waiting = Array.from({ length: 20 }, () => call(ANONYMOUS, '2001:db8::1'));
  const sameNetwork = call(ANONYMOUS, '2001:db8::2');
  const others = [call(ANONYMOUS, '2001:db8:0:1::1'), call(person, '2001:db8::1')];
  expect(state.begun).toBe(6);
  state.release();
  await Promise.all([...waiting, sameNetwork, ...others]);
});
