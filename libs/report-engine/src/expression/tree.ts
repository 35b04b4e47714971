import type { Value, ValueType } from '../values/types.ts';

/** Place in the text of the expression: from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

export type ReferenceKind = 'field' | 'parameter' | 'variable' | 'resource';

export type UnaryOperator = '-' | '!';
export type BinaryOperator =
  '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '?:';

/** The tree of an expression. */
export type ExpressionNode = Span &
  (
    | { kind: 'literal'; value: Value; type: ValueType | 'null' }
    | { kind: 'reference'; reference: ReferenceKind; name: string }
    | { kind: 'unary'; operator: UnaryOperator; operand: ExpressionNode }
    | { kind: 'binary'; operator: BinaryOperator; left: ExpressionNode; right: ExpressionNode }
    | { kind: 'conditional'; test: ExpressionNode; yes: ExpressionNode; no: ExpressionNode }
    /** A free function (`IF`), a static one (`Math.round`), or a constructor (`new Date`). */
    | { kind: 'call'; name: string; args: ExpressionNode[] }
    | { kind: 'method'; target: ExpressionNode; name: string; args: ExpressionNode[] }
    /** `(int)` and the like; casts to classes of objects change nothing and are not kept. */
    | { kind: 'cast'; to: 'integer' | 'double'; operand: ExpressionNode }
  );

/** Something wrong with an expression, with the place to underline. */
export interface ExpressionProblem extends Span {
  message: string;
}

/** Nodes that an expression may have. */
export const MAX_NODES = 1_000;
export const MAX_LENGTH = 20_000;
/** Levels of brackets and operators within one another. */
export const MAX_DEPTH = 100;
