import { checkNode, type ExpressionScope } from '../expression/check.ts';
import { compileExpression, type Evaluate, type EvaluationContext } from '../expression/evaluate.ts';
import type { ExpressionNode } from '../expression/tree.ts';
import { writeJoinedText } from '../expression/write-text.ts';
import type { TextPart } from './types.ts';

type Piece = Exclude<TextPart, string> | Evaluate;

/**
 * Splits `"Page " + $V{PAGE_NUMBER} + " of " + $V{TOTAL_PAGES}` into pieces for formats with page number fields of their own.
 * @param isTotal PAGE_NUMBER is the number of pages, as in JasperReports at the evaluation time Report.
 * @returns null where no page number is joined at the top of the expression.
 */
export function compileParts(
  tree: ExpressionNode,
  { scope, isTotal }: { scope: ExpressionScope; isTotal: boolean },
): ((context: EvaluationContext) => TextPart[]) | null {
  const pieces = flatten(tree, scope).map(
    (node): Piece => toField(node, isTotal) ?? compileExpression(node, scope),
  );
  if (pieces.every((piece) => typeof piece === 'function')) return null;
  return (context) => {
    const parts: TextPart[] = [];
    for (const piece of pieces) {
      if (typeof piece !== 'function') {
        parts.push(piece);
        continue;
      }
      const text = writeJoinedText(piece(context), context.env.timeZone);
      const last = parts.at(-1);
      if (typeof last === 'string') parts[parts.length - 1] = last + text;
      else parts.push(text);
    }
    return parts;
  };
}

function flatten(node: ExpressionNode, scope: ExpressionScope): ExpressionNode[] {
  const isJoined = node.kind === 'binary' && node.operator === '+' && checkNode(node, scope) === 'text';
  return isJoined ? [...flatten(node.left, scope), ...flatten(node.right, scope)] : [node];
}

function toField(node: ExpressionNode, isTotal: boolean): Exclude<TextPart, string> | null {
  if (node.kind === 'call' && node.name === 'String.valueOf' && node.args[0])
    return toField(node.args[0], isTotal);
  if (node.kind === 'method' && node.name === 'toString') return toField(node.target, isTotal);
  if (node.kind !== 'reference' || node.reference !== 'variable') return null;
  if (node.name === 'TOTAL_PAGES') return { field: 'pageCount' };
  return node.name === 'PAGE_NUMBER' ? { field: isTotal ? 'pageCount' : 'pageNumber' } : null;
}
