import type { Instant, Value, ValueType } from '../values/types.ts';

/** What the checker knows of a value; `number` is any of the three kinds of numbers, `moment` a date or a point in time. */
export type ExpressionType = ValueType | 'null' | 'unknown' | 'number' | 'moment';

/** Locale, zone and time of the run, and where warnings go. */
export interface EvaluationEnv {
  locale: string;
  timeZone: string;
  now: Instant;
  warn(sentence: string): void;
}

export interface FunctionSpec {
  /** Names and types of the arguments, in order. */
  args: readonly (readonly [name: string, type: ExpressionType])[];
  /** How many of the last arguments may be left out. */
  optional?: number;
  /** The last argument may be repeated. */
  variadic?: boolean;
  result: ExpressionType | ((types: ExpressionType[]) => ExpressionType);
  /** One sentence for the list of completions. */
  description: string;
  /** Whether a null among the arguments makes the result null without a call; default true. */
  nullable?: boolean;
  run(args: Value[], env: EvaluationEnv): Value;
}

export interface MethodSpec extends FunctionSpec {
  /** Types that have the method. */
  on: readonly ExpressionType[];
}
