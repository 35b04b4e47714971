import type { FunctionName } from './value-functions.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/';

/**
 * An expression that gives one value for each row, as a tree. What is calculated with NULL is NULL, and so is what is
 * divided by zero. `at` is the number of characters before it in the text.
 */
export type ValueTree =
  | { kind: 'field'; column: string; at: number }
  | { kind: 'literal'; value: string | number | bigint; at: number }
  | { kind: 'negate'; part: ValueTree; at: number }
  | { kind: 'arithmetic'; op: ArithmeticOperator; left: ValueTree; right: ValueTree; at: number }
  /** Texts one behind the other. */
  | { kind: 'join'; parts: ValueTree[]; at: number }
  | { kind: 'call'; name: FunctionName; parts: ValueTree[]; at: number };

/** The parts that a node is made of. */
function partsOf(tree: ValueTree): ValueTree[] {
  switch (tree.kind) {
    case 'field':
    case 'literal':
      return [];
    case 'negate':
      return [tree.part];
    case 'arithmetic':
      return [tree.left, tree.right];
    case 'join':
    case 'call':
      return tree.parts;
  }
}

/** All nodes of a tree. */
export function nodesOf(tree: ValueTree): ValueTree[] {
  return [tree, ...partsOf(tree).flatMap(nodesOf)];
}
