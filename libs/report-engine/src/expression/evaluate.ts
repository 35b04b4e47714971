import { compareValues, equalValues } from '../values/compare.ts';
import type { Value } from '../values/types.ts';
import { calculate, divide, isNumber, remainder, toNumber, toWhole } from './arithmetic.ts';
import { checkNode, findFunction, type ExpressionScope } from './check.ts';
import type { EvaluationEnv } from './function-types.ts';
import { CONSTANTS } from './java-functions.ts';
import { METHODS } from './methods.ts';
import type { BinaryOperator, ExpressionNode, ReferenceKind } from './tree.ts';
import { joinTexts, writeJoinedText } from './write-text.ts';

/** Values that an expression refers to, and the run. */
export interface EvaluationContext {
  env: EvaluationEnv;
  /** Null for what does not exist. */
  lookup(reference: ReferenceKind, name: string): Value;
}

/** An expression that is ready to be evaluated for many rows. */
export type Evaluate = (context: EvaluationContext) => Value;

/**
 * Turns a tree into a function that walks it. Nothing of the text becomes code: each node is one of the functions of this file.
 * Integers divide as in Java (7 / 2 is 3) where the scope says that both are integers; null joined to a text is empty; comparing
 * null is false; dividing by zero is null, with a warning.
 */
export function compileExpression(tree: ExpressionNode, scope: ExpressionScope): Evaluate {
  const compile = (node: ExpressionNode): Evaluate => compileExpression(node, scope);
  switch (tree.kind) {
    case 'literal': {
      const { value } = tree;
      return () => value;
    }
    case 'reference': {
      const { reference, name } = tree;
      return (context) => context.lookup(reference, name);
    }
    case 'unary':
      return compileUnary(tree.operator, compile(tree.operand));
    case 'binary': {
      const wholes = tree.operator === '/' && [tree.left, tree.right].every((node) => isWhole(node, scope));
      return compileBinary(tree.operator, [compile(tree.left), compile(tree.right)], wholes);
    }
    case 'conditional': {
      const [test, yes, no] = [compile(tree.test), compile(tree.yes), compile(tree.no)];
      return (context) => (test(context) === true ? yes(context) : no(context));
    }
    case 'cast': {
      const [operand, to] = [compile(tree.operand), tree.to];
      return (context) => {
        const value = operand(context);
        if (value === null || !isNumber(value)) return null;
        return to === 'integer' ? toWhole(value, 'trunc') : toNumber(value);
      };
    }
    case 'call':
      return compileCall(tree.name, tree.args.map(compile));
    case 'method':
      return compileMethod(tree.name, [tree.target, ...tree.args].map(compile));
  }
}

function isWhole(node: ExpressionNode, scope: ExpressionScope): boolean {
  return checkNode(node, scope) === 'integer';
}

function compileUnary(operator: '-' | '!', operand: Evaluate): Evaluate {
  if (operator === '!') return (context) => operand(context) !== true;
  return (context) => {
    const value = operand(context);
    return value !== null && isNumber(value) ? calculate('-', 0, value) : null;
  };
}

function compileBinary(
  operator: BinaryOperator,
  [left, right]: [Evaluate, Evaluate],
  wholes: boolean,
): Evaluate {
  switch (operator) {
    case '&&':
      return (context) => left(context) === true && right(context) === true;
    case '||':
      return (context) => left(context) === true || right(context) === true;
    case '?:':
      return (context) => {
        const value = left(context);
        return value === null || value === '' || value === false ? right(context) : value;
      };
    case '==':
      return (context) => equalValues(left(context), right(context));
    case '!=':
      return (context) => !equalValues(left(context), right(context));
    case '<':
      return (context) => compare(left(context), right(context), (order) => order < 0);
    case '<=':
      return (context) => compare(left(context), right(context), (order) => order <= 0);
    case '>':
      return (context) => compare(left(context), right(context), (order) => order > 0);
    case '>=':
      return (context) => compare(left(context), right(context), (order) => order >= 0);
    case '+':
      return (context) => add(left(context), right(context), context.env);
    case '-':
    case '*':
      return (context) => {
        const [a, b] = [left(context), right(context)];
        return isNumber(a) && isNumber(b) ? calculate(operator, a, b) : null;
      };
    case '/':
    case '%':
      return (context) => quotient(operator, [left(context), right(context)], { wholes, env: context.env });
  }
}

function compare(a: Value, b: Value, test: (order: number) => boolean): boolean {
  const order = compareValues(a, b);
  return order !== null && test(order);
}

function add(a: Value, b: Value, env: EvaluationEnv): Value {
  if (isNumber(a) && isNumber(b)) return calculate('+', a, b);
  if (typeof a !== 'string' && typeof b !== 'string') return null;
  return joinTexts(writeJoinedText(a, env.timeZone), writeJoinedText(b, env.timeZone), env.warn);
}

function quotient(
  operator: '/' | '%',
  [a, b]: [Value, Value],
  { wholes, env }: { wholes: boolean; env: EvaluationEnv },
): Value {
  if (!isNumber(a) || !isNumber(b)) return null;
  const result = operator === '/' ? divide(a, b, wholes) : remainder(a, b);
  if (result === null && toNumber(b) === 0) env.warn('A value was divided by zero; it is left empty.');
  return result;
}

function compileCall(name: string, args: Evaluate[]): Evaluate {
  const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
  if (constant && args.length === 0) return () => constant.value;
  const spec = findFunction(name);
  if (!spec) return () => null;
  if (name === 'IF') {
    const [test, yes, no] = args;
    return (context) => (test?.(context) === true ? yes : no)?.(context) ?? null;
  }
  return (context) => {
    const values = args.map((arg) => arg(context));
    return !spec.nullable && values.includes(null) ? null : spec.run(values, context.env);
  };
}

function compileMethod(name: string, args: Evaluate[]): Evaluate {
  const spec = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!spec) return () => null;
  return (context) => {
    const values = args.map((arg) => arg(context));
    return !spec.nullable && values.includes(null) ? null : spec.run(values, context.env);
  };
}
