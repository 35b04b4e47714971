export type * from './template/types.ts';
export type * from './values/types.ts';
export { checkExpression, type CheckedExpression, type ExpressionScope } from './expression/check.ts';
export { listCompletions, type ExpressionCompletion } from './expression/completions.ts';
export type { ExpressionType } from './expression/function-types.ts';
export type { ExpressionProblem } from './expression/tree.ts';
export { scopeOfTemplate } from './template/scope.ts';
export { TEMPLATE_VERSION } from './template/types.ts';
export { columnWidth, pageSize, printableHeight, printableWidth } from './template/page-size.ts';
