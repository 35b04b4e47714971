/** What a value is: a whole number, a number, or text. */
export type ValueType = 'integer' | 'real' | 'text';

interface ValueFunction {
  /** Fewest and most values in the parentheses. */
  count: [least: number, most: number];
  takes: 'numbers' | 'text' | 'all alike';
  /** `same` is the type of what it takes. */
  gives: ValueType | 'same';
  /** As people write it. */
  example: string;
}

/** The functions of the language of values. */
export const FUNCTIONS = {
  round: { count: [1, 2], takes: 'numbers', gives: 'real', example: 'round(amount, 2)' },
  floor: { count: [1, 1], takes: 'numbers', gives: 'integer', example: 'floor(amount)' },
  ceil: { count: [1, 1], takes: 'numbers', gives: 'integer', example: 'ceil(amount)' },
  abs: { count: [1, 1], takes: 'numbers', gives: 'same', example: 'abs(amount)' },
  number: { count: [1, 1], takes: 'text', gives: 'real', example: 'number(code)' },
  text: { count: [1, 1], takes: 'numbers', gives: 'text', example: 'text(code)' },
  upper: { count: [1, 1], takes: 'text', gives: 'text', example: 'upper(name)' },
  lower: { count: [1, 1], takes: 'text', gives: 'text', example: 'lower(name)' },
  trim: { count: [1, 1], takes: 'text', gives: 'text', example: 'trim(name)' },
  length: { count: [1, 1], takes: 'text', gives: 'integer', example: 'length(name)' },
  coalesce: { count: [2, 20], takes: 'all alike', gives: 'same', example: "coalesce(name, 'unknown')" },
} as const satisfies Record<string, ValueFunction>;

export type FunctionName = keyof typeof FUNCTIONS;

export function functionNamed(name: string): FunctionName | null {
  const lower = name.toLowerCase();
  return Object.hasOwn(FUNCTIONS, lower) ? (lower as FunctionName) : null;
}

/** How a function is described to the type check. */
export function signatureOf(name: FunctionName): ValueFunction {
  return FUNCTIONS[name];
}
