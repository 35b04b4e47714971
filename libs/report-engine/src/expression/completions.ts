import type { ExpressionScope, Names } from './check.ts';
import { FUNCTIONS } from './functions.ts';
import type { FunctionSpec } from './function-types.ts';
import { JAVA_FUNCTIONS } from './java-functions.ts';
import { METHODS } from './methods.ts';

/** One entry of an editor's list. */
export interface ExpressionCompletion {
  /** What is inserted: `$F{name}`, `ROUND`, or for methods `trim`. */
  text: string;
  kind: 'field' | 'parameter' | 'variable' | 'resource' | 'function' | 'method';
  /** A type, or the arguments of a function: `(number, digits)`. */
  detail: string;
  description?: string;
}

/** All that can be typed in an expression of the scope: names, functions, and the methods that follow a dot. */
export function listCompletions(scope: ExpressionScope): ExpressionCompletion[] {
  return [
    ...listNames(scope.fields ?? new Map(), 'F', 'field'),
    ...listNames(scope.parameters, 'P', 'parameter'),
    ...listNames(scope.variables, 'V', 'variable'),
    ...listNames(scope.resources, 'R', 'resource'),
    ...listFunctions(FUNCTIONS, 'function'),
    ...listFunctions(JAVA_FUNCTIONS, 'function').filter(({ text }) => !text.endsWith('.format')),
    ...listFunctions(METHODS, 'method'),
  ];
}

function listNames(names: Names, letter: string, kind: ExpressionCompletion['kind']): ExpressionCompletion[] {
  return [...names].map(([name, type]) => ({ text: `$${letter}{${name}}`, kind, detail: type }));
}

function listFunctions(
  specs: Record<string, FunctionSpec>,
  kind: 'function' | 'method',
): ExpressionCompletion[] {
  return Object.entries(specs).map(([text, { args, description }]) => ({
    text,
    kind,
    detail: `(${args.map(([name]) => name).join(', ')})`,
    description,
  }));
}
