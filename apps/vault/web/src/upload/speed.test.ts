import { expect, test } from '@jest/globals';
import { createSpeedometer } from './speed.ts';

test('a steady upload shows its rate and the time that is left', () => {
  const measure = createSpeedometer();
  expect(measure(0, 1000, 0)).toEqual({ rate: 0, secondsLeft: null });
  expect(measure(100, 1000, 1000)).toEqual({ rate: 100, secondsLeft: 9 });
});

test('one slow moment does not make the rate jump', () => {
  const measure = createSpeedometer();
  measure(0, 1000, 0);
  measure(100, 1000, 1000);
  expect(measure(100, 1000, 2000).rate).toBe(75);
});
