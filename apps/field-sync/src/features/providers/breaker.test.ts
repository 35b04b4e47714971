import { expect, test } from '@jest/globals';
import { CLOSED, afterFailure, backoffMs, isOpen, mayCall } from './breaker.ts';
import type { BreakerState } from './breaker.ts';

const now = new Date('2026-11-27T18:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const fail = (state: BreakerState, random = () => 1) =>
  afterFailure(state, { outcome: 'retry' }, { now, random });

test('five failures in a row open the breaker, and then there is one trial a quarter of an hour', () => {
  let state: BreakerState = CLOSED;
  for (let i = 0; i < 4; i += 1) state = fail(state);
  expect([isOpen(state), state.retryAt]).toEqual([false, later(8000)]);
  state = fail(state);
  expect([isOpen(state), mayCall(state, later(899_999)), mayCall(state, later(900_000))]).toEqual([
    true,
    false,
    true,
  ]);
  expect(fail(state)).toMatchObject({ failures: 6, retryAt: later(900_000) });
});

test('the waits before that have full jitter, from 1 s doubling to a quarter of an hour', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, () => 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(backoffMs(3, () => 0.25)).toBe(1000);
  expect(backoffMs(100, () => 1)).toBe(900_000);
});

test('a wait that the provider demands is kept, also by a breaker that is open', () => {
  const failure = { outcome: 'retry', retryAfterMs: 3_600_000 } as const;
  expect(afterFailure(CLOSED, failure, { now, random: () => 0 }).retryAt).toEqual(later(3_600_000));
  expect(afterFailure({ failures: 7, retryAt: now }, failure, { now }).retryAt).toEqual(later(3_600_000));
});

test('a refused project, a damaged file or a wrong password do not count', () => {
  for (const outcome of ['pause', 'damaged', 'restart_file', 'sign_in'] as const)
    expect(afterFailure({ failures: 4, retryAt: null }, { outcome }, { now })).toEqual({
      failures: 4,
      retryAt: null,
    });
  expect(afterFailure(CLOSED, { outcome: 'later' }, { now })).toEqual({
    failures: 0,
    retryAt: later(900_000),
  });
});
