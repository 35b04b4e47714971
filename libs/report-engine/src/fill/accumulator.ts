import {
  calculate,
  divide,
  extreme,
  isNumber,
  toNumber,
  type NumberValue,
} from '../expression/arithmetic.ts';
import { valueKey } from '../values/compare.ts';
import type { Calculation } from '../template/types.ts';
import type { Value } from '../values/types.ts';

/** Adds values up by one of the calculations of variables. */
export interface Accumulator {
  add(value: Value): void;
  value(): Value;
  /** Starts again, from an initial value where there is one. */
  reset(initial: Value): void;
}

/**
 * An accumulator. Null is never added. Sums and averages of integers and decimals are exact; deviation and variance are those of the
 * population, as in JasperReports; of no values at all the count is 0 and the rest null.
 */
export function createAccumulator(calculation: Calculation): Accumulator {
  switch (calculation) {
    case 'count':
      return createCount();
    case 'distinct':
      return createDistinct();
    case 'sum':
      return createFold((sum, value) => (sum === null ? value : add(sum, value)));
    case 'average':
      return createAverage();
    case 'min':
      return createFold((least, value) => extreme(least, value, 'min'));
    case 'max':
      return createFold((most, value) => extreme(most, value, 'max'));
    case 'deviation':
      return createVariance(Math.sqrt);
    case 'variance':
      return createVariance((variance) => variance);
    case 'first':
      return createFold((first, value) => first ?? value);
    case 'none':
      return createLatest();
    case 'system':
      return createConstant();
  }
}

function add(sum: Value, value: Value): Value {
  return isNumber(sum) && isNumber(value) ? calculate('+', sum, value) : sum;
}

function createFold(fold: (state: Value, value: Value) => Value): Accumulator {
  let state: Value = null;
  return {
    add: (value) => {
      if (value !== null) state = fold(state, value);
    },
    value: () => state,
    reset: (initial) => (state = initial),
  };
}

function createCount(): Accumulator {
  let count = 0;
  return {
    add: (value) => {
      if (value !== null) count += 1;
    },
    value: () => count,
    reset: (initial) => (count = isNumber(initial) ? toNumber(initial) : 0),
  };
}

function createDistinct(): Accumulator {
  const keys = new Set<string>();
  return {
    add: (value) => {
      if (value !== null) keys.add(valueKey(value));
    },
    value: () => keys.size,
    reset: () => keys.clear(),
  };
}

function createAverage(): Accumulator {
  let sum: NumberValue = 0;
  let count = 0;
  return {
    add: (value) => {
      if (value === null || !isNumber(value)) return;
      sum = calculate('+', sum, value) ?? sum;
      count += 1;
    },
    value: () => (count === 0 ? null : divide(sum, count, false)),
    reset: () => {
      sum = 0;
      count = 0;
    },
  };
}

/** Welford's algorithm, which does not lose digits where the values are far from zero. */
function createVariance(finish: (variance: number) => number): Accumulator {
  let [count, mean, squares] = [0, 0, 0];
  return {
    add: (value) => {
      if (value === null || !isNumber(value)) return;
      const number = toNumber(value);
      count += 1;
      const delta = number - mean;
      mean += delta / count;
      squares += delta * (number - mean);
    },
    value: () => (count === 0 ? null : finish(squares / count)),
    reset: () => ([count, mean, squares] = [0, 0, 0]),
  };
}

function createLatest(): Accumulator {
  let latest: Value = null;
  return { add: (value) => (latest = value), value: () => latest, reset: (initial) => (latest = initial) };
}

function createConstant(): Accumulator {
  let constant: Value = null;
  return { add: () => {}, value: () => constant, reset: (initial) => (constant = initial) };
}
