import { checkExpression, type ExpressionScope } from '../expression/check.ts';
import { compileExpression, type Evaluate, type EvaluationContext } from '../expression/evaluate.ts';
import type { EvaluationEnv } from '../expression/function-types.ts';
import type { ExpressionNode } from '../expression/tree.ts';
import { scopeOfTemplate } from '../template/scope.ts';
import type { Dataset, Template } from '../template/types.ts';
import { convertValue } from '../values/convert.ts';
import type { Column, Row, Value } from '../values/types.ts';

/** What expressions see at the moment: a row, and the values of variables. */
export interface Cursor extends EvaluationContext {
  row: Row;
  variable: (name: string) => Value;
}

export interface CursorOptions {
  template: Template;
  parameters: Readonly<Record<string, Value>>;
  env: EvaluationEnv;
}

const NO_ROW: Row = Object.freeze(Object.create(null) as Record<string, Value>);

/** A cursor without a row and without variables. */
export function createCursor({ template, parameters, env }: CursorOptions): Cursor {
  const resources = template.resources ?? {};
  const own = <T>(values: Readonly<Record<string, T>>, name: string): T | null =>
    Object.hasOwn(values, name) ? (values[name] ?? null) : null;
  const cursor: Cursor = {
    env,
    row: NO_ROW,
    variable: () => null,
    lookup: (reference, name) => {
      switch (reference) {
        case 'field':
          return cursor.row[name] ?? null;
        case 'variable':
          return cursor.variable(name);
        case 'parameter':
          return own(parameters, name);
        case 'resource':
          return own(resources, name);
      }
    },
  };
  return cursor;
}

/** Compiles expressions over the rows of a dataset. An expression that cannot be parsed is null everywhere; the check refused it. */
export interface Compiler {
  compile(source: string | undefined): Evaluate;
  parse(source: string): ExpressionNode | null;
  scope: ExpressionScope;
}

/** The compiler for a dataset whose columns are known. */
export function createCompiler(
  template: Template,
  dataset: Dataset | undefined,
  columns: readonly Column[],
): Compiler {
  const base = scopeOfTemplate(template, dataset);
  const declared = base.fields ?? new Map();
  const scope = {
    ...base,
    fields: new Map([...columns.map(({ name, type }) => [name, type] as const), ...declared]),
  };
  const parse = (source: string): ExpressionNode | null => checkExpression(source, scope).tree;
  return {
    scope,
    parse,
    compile: (source) => {
      const tree = source === undefined ? null : parse(source);
      return tree ? compileExpression(tree, scope) : () => null;
    },
  };
}

/** Brings the values of a row to the types that the template declares for its fields. */
export function createRowReader(
  dataset: Dataset | undefined,
  columns: readonly Column[],
  env: EvaluationEnv,
): (row: Row) => Row {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const fields = dataset?.fields ?? [];
  for (const { name } of fields) {
    if (!types.has(name))
      env.warn(`The dataset ${dataset?.name ?? ''} has no column ${name}; the field is empty.`);
  }
  const changed = fields.filter(({ name, type }) => types.has(name) && types.get(name) !== type);
  if (changed.length === 0) return (row) => row;
  return (row) => {
    const converted = Object.assign(Object.create(null), row) as Record<string, Value>;
    for (const { name, type } of changed)
      converted[name] = convertValue(row[name] ?? null, type, env.timeZone);
    return converted;
  };
}
