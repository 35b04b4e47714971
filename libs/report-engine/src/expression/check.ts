import { suggestNames } from '../nearest-names.ts';
import { FUNCTIONS } from './functions.ts';
import type { ExpressionType, FunctionSpec } from './function-types.ts';
import { CONSTANTS, JAVA_FUNCTIONS } from './java-functions.ts';
import { METHODS } from './methods.ts';
import { parseExpression } from './parse.ts';
import type { BinaryOperator, ExpressionNode, ExpressionProblem, ReferenceKind } from './tree.ts';

/** Names with their types. */
export type Names = ReadonlyMap<string, ExpressionType>;

/** What an expression can refer to. */
export interface ExpressionScope {
  /** Null where the columns are not known: every field is accepted. */
  fields: Names | null;
  parameters: Names;
  variables: Names;
  resources: Names;
}

export interface CheckedExpression {
  /** Null for an expression that cannot be parsed. */
  tree: ExpressionNode | null;
  type: ExpressionType;
  problems: ExpressionProblem[];
}

/** The checker and the interpreter look functions up here. */
export function findFunction(name: string): FunctionSpec | undefined {
  return Object.hasOwn(FUNCTIONS, name)
    ? FUNCTIONS[name]
    : Object.hasOwn(JAVA_FUNCTIONS, name)
      ? JAVA_FUNCTIONS[name]
      : undefined;
}

const REFERENCE_WORDS: Record<ReferenceKind, string> = {
  field: 'field',
  parameter: 'parameter',
  variable: 'variable',
  resource: 'text resource',
};

const NUMBERS: readonly ExpressionType[] = ['integer', 'decimal', 'double', 'number'];
const MOMENTS: readonly ExpressionType[] = ['date', 'time', 'timestamp', 'instant', 'moment'];

type Report = (message: string, node: ExpressionNode) => void;

/**
 * Parses an expression and checks names and types. Problems have the place of the word, so that an editor can underline it.
 * @param expected what the value is for, such as `boolean` for a condition.
 */
export function checkExpression(
  source: string,
  scope: ExpressionScope,
  expected: ExpressionType = 'unknown',
): CheckedExpression {
  const { tree, problem } = parseExpression(source);
  if (!tree) return { tree: null, type: 'unknown', problems: [problem] };
  const problems: ExpressionProblem[] = [];
  const report: Report = (message, { start, end }) => problems.push({ message, start, end });
  const type = checkNode(tree, scope, report);
  if (problems.length === 0 && !fits(type, expected))
    report(`The value must be ${expected}, but is ${type}.`, tree);
  return { tree, type, problems };
}

/** The type of a node; what is wrong is reported. */
export function checkNode(
  node: ExpressionNode,
  scope: ExpressionScope,
  report: Report = () => {},
): ExpressionType {
  const check = (child: ExpressionNode): ExpressionType => checkNode(child, scope, report);
  switch (node.kind) {
    case 'literal':
      return node.type;
    case 'reference':
      return checkReference(node, scope, report);
    case 'unary':
      return checkUnary(node, check(node.operand), report);
    case 'binary':
      return checkBinary(node, [check(node.left), check(node.right)], report);
    case 'conditional': {
      const test = check(node.test);
      if (!fits(test, 'boolean')) report(`The condition must be boolean, but is ${test}.`, node.test);
      return widen(check(node.yes), check(node.no));
    }
    case 'cast': {
      const type = check(node.operand);
      if (!fits(type, 'number'))
        report(`Only a number can become ${node.to}, but this is ${type}.`, node.operand);
      return node.to;
    }
    case 'call':
      return checkCall(node, node.args.map(check), report);
    case 'method':
      return checkMethod(node, check(node.target), node.args.map(check), report);
  }
}

/** Whether a value of one type can stand where another is expected; null and unknown types always can. */
export function fits(type: ExpressionType, expected: ExpressionType): boolean {
  if (type === expected || [type, expected].some((one) => one === 'unknown' || one === 'null')) return true;
  if (NUMBERS.includes(expected)) return NUMBERS.includes(type);
  return expected === 'moment' && MOMENTS.includes(type);
}

function checkReference(
  node: Extract<ExpressionNode, { kind: 'reference' }>,
  scope: ExpressionScope,
  report: Report,
): ExpressionType {
  const names = scope[`${node.reference}s`];
  if (names === null) return 'unknown';
  const type = names.get(node.name);
  if (type) return type;
  const suggestion = suggestNames(node.name, names.keys()) || suggestKind(node, scope);
  report(`There is no ${REFERENCE_WORDS[node.reference]} ${node.name}.${suggestion}`, node);
  return 'unknown';
}

/** `$F{x}` where x is a parameter. */
function suggestKind(
  { name, reference }: { name: string; reference: ReferenceKind },
  scope: ExpressionScope,
): string {
  const letters = { field: 'F', parameter: 'P', variable: 'V' } as const;
  for (const kind of ['field', 'parameter', 'variable'] as const) {
    if (kind !== reference && scope[`${kind}s`]?.has(name))
      return ` Did you mean $${letters[kind]}{${name}}?`;
  }
  return '';
}

function checkUnary(
  node: Extract<ExpressionNode, { kind: 'unary' }>,
  type: ExpressionType,
  report: Report,
): ExpressionType {
  const expected = node.operator === '!' ? 'boolean' : 'number';
  if (!fits(type, expected))
    report(`${node.operator} needs a ${expected}, but this is ${type}.`, node.operand);
  return node.operator === '!' ? 'boolean' : type;
}

function checkBinary(
  node: Extract<ExpressionNode, { kind: 'binary' }>,
  [left, right]: [ExpressionType, ExpressionType],
  report: Report,
): ExpressionType {
  const { operator } = node;
  const both = (expected: ExpressionType): void => {
    if (!fits(left, expected))
      report(`${operator} needs a ${expected} on its left, but this is ${left}.`, node.left);
    if (!fits(right, expected))
      report(`${operator} needs a ${expected} on its right, but this is ${right}.`, node.right);
  };
  switch (operator) {
    case '?:':
      return widen(left, right);
    case '&&':
    case '||':
      both('boolean');
      return 'boolean';
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (!comparable(left, right)) report(`${left} and ${right} cannot be compared.`, node);
      return 'boolean';
    case '+':
      if (isText(left) || isText(right)) return 'text';
      both('number');
      return numberType(left, right, operator);
    default:
      both('number');
      return numberType(left, right, operator);
  }
}

function checkCall(
  node: Extract<ExpressionNode, { kind: 'call' }>,
  types: ExpressionType[],
  report: Report,
): ExpressionType {
  const constant = Object.hasOwn(CONSTANTS, node.name) ? CONSTANTS[node.name] : undefined;
  if (constant && node.args.length === 0) return constant.type;
  const spec = findFunction(node.name);
  if (!spec) {
    const names = [...Object.keys(FUNCTIONS), ...Object.keys(JAVA_FUNCTIONS), ...Object.keys(CONSTANTS)];
    report(`There is no function ${node.name}.${suggestNames(node.name, names)}`, node);
    return 'unknown';
  }
  return checkArguments(node, spec, types, report);
}

function checkMethod(
  node: Extract<ExpressionNode, { kind: 'method' }>,
  target: ExpressionType,
  types: ExpressionType[],
  report: Report,
): ExpressionType {
  const spec = Object.hasOwn(METHODS, node.name) ? METHODS[node.name] : undefined;
  const place = { ...node, start: node.target.end };
  if (!spec) {
    report(`There is no method ${node.name}.${suggestNames(node.name, Object.keys(METHODS))}`, place);
    return 'unknown';
  }
  if (!spec.on.some((type) => fits(target, type)))
    report(`A value of type ${target} has no method ${node.name}.`, place);
  return checkArguments(node, spec, types, report);
}

function checkArguments(
  node: Extract<ExpressionNode, { args: ExpressionNode[] }>,
  spec: FunctionSpec,
  types: ExpressionType[],
  report: Report,
): ExpressionType {
  const least = spec.args.length - (spec.optional ?? 0);
  const most = spec.variadic ? Number.POSITIVE_INFINITY : spec.args.length;
  if (types.length < least || types.length > most) {
    const list = spec.args.map(([name]) => name).join(', ');
    report(
      `${node.name} takes ${spec.args.length === 0 ? 'no arguments' : `the arguments (${list})`}, but has ${types.length}.`,
      node,
    );
  }
  types.forEach((type, i) => {
    const [name, expected] = spec.args[Math.min(i, spec.args.length - 1)] ?? ['', 'unknown'];
    const arg = node.args[i];
    if (arg && !fits(type, expected))
      report(`The ${name} of ${node.name} must be ${expected}, but is ${type}.`, arg);
  });
  return typeof spec.result === 'function' ? spec.result(types) : spec.result;
}

function comparable(left: ExpressionType, right: ExpressionType): boolean {
  if (fits(left, right) || fits(right, left)) return true;
  const local: readonly ExpressionType[] = ['date', 'timestamp', 'moment'];
  return local.includes(left) && local.includes(right);
}

function isText(type: ExpressionType): boolean {
  return type === 'text';
}

function numberType(left: ExpressionType, right: ExpressionType, operator: BinaryOperator): ExpressionType {
  if (left === 'integer' && right === 'integer') return 'integer';
  if (left === 'double' || right === 'double') return 'double';
  if ([left, right].every((type) => type === 'integer' || type === 'decimal')) return 'decimal';
  // Two unknown values may be texts.
  return operator === '+' && (left === 'unknown' || right === 'unknown') ? 'unknown' : 'number';
}

function widen(left: ExpressionType, right: ExpressionType): ExpressionType {
  if (left === 'null') return right;
  if (right === 'null' || left === right) return left;
  return NUMBERS.includes(left) && NUMBERS.includes(right) ? numberType(left, right, '-') : 'unknown';
}
