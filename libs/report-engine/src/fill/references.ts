import type { ExpressionNode } from '../expression/tree.ts';
import type { Template } from '../template/types.ts';

/** Variables that only a layout with pages knows. */
const OF_PAGES = ['PAGE_NUMBER', 'COLUMN_NUMBER', 'PAGE_COUNT', 'COLUMN_COUNT'];

/** Names of the variables that a tree refers to. */
export function variablesIn(tree: ExpressionNode): string[] {
  switch (tree.kind) {
    case 'literal':
      return [];
    case 'reference':
      return tree.reference === 'variable' ? [tree.name] : [];
    case 'unary':
    case 'cast':
      return variablesIn(tree.operand);
    case 'binary':
      return [...variablesIn(tree.left), ...variablesIn(tree.right)];
    case 'conditional':
      return [tree.test, tree.yes, tree.no].flatMap(variablesIn);
    case 'call':
      return tree.args.flatMap(variablesIn);
    case 'method':
      return [tree.target, ...tree.args].flatMap(variablesIn);
  }
}

export interface PageUse {
  /** The value depends on the page or column that it is on. */
  ofPage: boolean;
  /** The value depends on the number of pages. */
  ofTotal: boolean;
}

/** Whether a value depends on pages, itself or through variables of the template that start again with each page. */
export function createPageUse(template: Template, parse: (source: string) => ExpressionNode | null) {
  const byName = new Map(template.variables.map((variable) => [variable.name, variable]));
  const known = new Map<string, PageUse>();

  function ofVariable(name: string): PageUse {
    if (OF_PAGES.includes(name)) return { ofPage: true, ofTotal: false };
    if (name === 'TOTAL_PAGES') return { ofPage: false, ofTotal: true };
    const variable = byName.get(name);
    const use = known.get(name);
    if (!variable || use) return use ?? { ofPage: false, ofTotal: false };
    const isReset = variable.reset === 'page' || variable.reset === 'column';
    // Before its expression is looked at, which may name it.
    known.set(name, { ofPage: isReset, ofTotal: false });
    const tree =
      variable.calculation === 'none' && variable.expression !== undefined
        ? parse(variable.expression)
        : null;
    const inner = tree ? ofTree(tree) : { ofPage: false, ofTotal: false };
    const result = { ofPage: isReset || inner.ofPage, ofTotal: inner.ofTotal };
    known.set(name, result);
    return result;
  }

  function ofTree(tree: ExpressionNode): PageUse {
    const uses = variablesIn(tree).map(ofVariable);
    return { ofPage: uses.some(({ ofPage }) => ofPage), ofTotal: uses.some(({ ofTotal }) => ofTotal) };
  }

  return ofTree;
}

/** Names of all variables that some expressions need, those that their expressions need included. */
export function closeOverVariables(
  template: Template,
  names: Iterable<string>,
  parse: (source: string) => ExpressionNode | null,
): Set<string> {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    const source = template.variables.find((variable) => variable.name === name)?.expression;
    const tree = source === undefined ? null : parse(source);
    if (tree) variablesIn(tree).forEach(add);
  };
  for (const name of names) add(name);
  return needed;
}
