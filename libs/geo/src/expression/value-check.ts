import type { FieldType } from '../inspect/types.ts';
import { findField } from './check.ts';
import type { Field } from './check.ts';
import { inLanguage, misplaced } from './tokens.ts';
import { FUNCTIONS, signatureOf } from './value-functions.ts';
import type { ValueType } from './value-functions.ts';
import { parseValue, VALUES } from './value-parse.ts';
import type { ValueTree } from './value-tree.ts';

export interface CheckedValue {
  /** The tree with the names that the fields have. */
  tree: ValueTree;
  type: ValueType;
  /** Of the fields that it names. */
  types: Map<string, ValueType>;
}

interface Typed {
  tree: ValueTree;
  type: ValueType;
}

/** Digits behind the decimal point; before it when they are negative. */
const MAX_DIGITS = 15;

/** Types of fields as those of values: dates and times are texts such as 2026-01-31. */
const TYPES: Record<FieldType, ValueType | null> = {
  boolean: null,
  integer: 'integer',
  real: 'real',
  text: 'text',
  date: 'text',
  datetime: 'text',
  time: 'text',
  binary: null,
};

/**
 * The same expression with the fields' names as they are spelled in the layer, and the type of its value.
 * @throws {AppError} bad_request for a field that the layer lacks, and for types that do not go together.
 */
export function checkValue(tree: ValueTree, fields: Field[]): CheckedValue {
  const types = new Map<string, ValueType>();

  function check(node: ValueTree): Typed {
    switch (node.kind) {
      case 'literal':
        return { tree: node, type: typeOfLiteral(node.value) };
      case 'field': {
        const field = findField(node.column, fields);
        const type = TYPES[field.type];
        if (type === null) {
          const holds = field.type === 'boolean' ? 'TRUE or FALSE' : 'bytes';
          throw misplaced(
            node.at,
            `the field "${field.name}" holds ${holds}; use fields that hold numbers or text`,
          );
        }
        types.set(field.name, type);
        return { tree: { ...node, column: field.name }, type };
      }
      case 'negate': {
        const part = check(node.part);
        requireNumber(part, '-', node.at);
        return { tree: { ...node, part: part.tree }, type: part.type };
      }
      case 'arithmetic': {
        const [left, right] = [check(node.left), check(node.right)];
        requireNumber(left, node.op, node.at);
        requireNumber(right, node.op, node.at);
        const isWhole = node.op !== '/' && left.type === 'integer' && right.type === 'integer';
        return {
          tree: { ...node, left: left.tree, right: right.tree },
          type: isWhole ? 'integer' : 'real',
        };
      }
      case 'join': {
        const parts = node.parts.map((part) => asText(check(part)));
        return { tree: { ...node, parts }, type: 'text' };
      }
      case 'call':
        return checkCall(node);
    }
  }

  function checkCall(node: Extract<ValueTree, { kind: 'call' }>): Typed {
    const { takes, gives } = signatureOf(node.name);
    const parts = node.parts.map(check);
    for (const [i, part] of parts.entries()) {
      const problem = argumentProblem(takes, part, parts);
      if (problem) throw misplaced((node.parts[i] as ValueTree).at, `${node.name} ${problem}`);
    }
    const tree = { ...node, parts: parts.map((part) => part.tree) };
    if (node.name === 'round') return { tree, type: digitsOf(node) > 0 ? 'real' : 'integer' };
    if (gives !== 'same') return { tree, type: gives };
    return { tree, type: parts.some(({ type }) => type === 'real') ? 'real' : (parts[0]?.type ?? 'real') };
  }

  return inLanguage(VALUES, () => {
    const checked = check(tree);
    return { ...checked, types };
  });
}

/** Names of the fields that an expression reads, in the order in which it names them. */
export function fieldsIn(expression: string, fields: Field[]): string[] {
  return [...checkValue(parseValue(expression), fields).types.keys()];
}

function typeOfLiteral(value: string | number | bigint): ValueType {
  if (typeof value === 'string') return 'text';
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'integer' : 'real';
}

function requireNumber({ tree, type }: Typed, op: string, at: number): void {
  if (type !== 'text') return;
  const cure = 'turn the text into a number with number(…)';
  throw misplaced(
    at,
    `${op} calculates with numbers and ${nameOf(tree)} is text; ${op === '+' ? `join texts with ||, or ${cure}` : cure}`,
  );
}

/** What a part is called in a sentence. */
function nameOf(tree: ValueTree): string {
  if (tree.kind === 'field') return `the field "${tree.column}"`;
  if (tree.kind === 'literal') return `'${String(tree.value).slice(0, 40)}'`;
  return tree.kind === 'call' ? `${tree.name}(…)` : 'one side';
}

function asText({ tree, type }: Typed): ValueTree {
  return type === 'text' ? tree : { kind: 'call', name: 'text', parts: [tree], at: tree.at };
}

function argumentProblem(
  takes: ReturnType<typeof signatureOf>['takes'],
  { type, tree }: Typed,
  all: Typed[],
): string | null {
  if (takes === 'numbers' && type === 'text')
    return `takes a number and ${nameOf(tree)} is text; turn it into a number with number(…)`;
  if (takes === 'text' && type !== 'text')
    return `takes text and ${nameOf(tree)} is a number; turn it into text with text(…)`;
  const isMixed = (type === 'text') !== (all[0]?.type === 'text');
  return takes === 'all alike' && isMixed
    ? 'takes only numbers or only texts; turn a number into text with text(…)'
    : null;
}

function digitsOf({ parts }: Extract<ValueTree, { kind: 'call' }>): number {
  const digits = parts[1];
  if (!digits) return 0;
  const value = digits.kind === 'literal' ? digits.value : null;
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_DIGITS) return value;
  throw misplaced(
    digits.at,
    `the digits of round are a whole number from -${MAX_DIGITS} to ${MAX_DIGITS}, like ${FUNCTIONS.round.example}`,
  );
}
