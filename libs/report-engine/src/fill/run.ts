import type { Evaluate } from '../expression/evaluate.ts';
import type { ExpressionNode } from '../expression/tree.ts';
import type { Dataset, SubreportElement, Template } from '../template/types.ts';
import type { Row, Value } from '../values/types.ts';
import type { Gatherer } from './chart-data.ts';
import { createCompiler, createCursor, type Compiler, type Cursor } from './cursor.ts';
import { createPageUse, variablesIn, closeOverVariables, type PageUse } from './references.ts';
import { createStyleResolver, type StyleOf } from './styles.ts';
import type { FilledBand, FillState, PageCounters, RunSettings } from './types.ts';
import { createVariables, type Variables } from './variables.ts';
import type { ElementStyle } from '../template/types.ts';
import type { Column } from '../values/types.ts';

/** The state of a walk after a row, as `Fill` hands it out. */
export interface WalkState extends FillState {
  /** The first row that is not yet on a page when the band of this state begins one. */
  readonly firstRow: number;
  readonly row: Row;
  readonly values: Readonly<Record<string, Value>>;
}

/** When a value is evaluated: at the end of the report, or of the group of this index. */
export type LateScope = 'report' | number;

/** Values of the first walk that the second one hands out: by element and row. */
export interface LateValues {
  /** True in the first walk, which notes late elements and evaluates them at the end of their scope. */
  readonly isCollecting: boolean;
  register(scope: LateScope, key: number, evaluate: () => unknown): void;
  get(key: number): unknown;
  /** State at the end of the report; null in the first walk. */
  readonly end: WalkState | null;
}

/** The rows of a dataset other than the main one, for the row at hand. */
export interface OpenRows {
  dataset: Dataset;
  columns: readonly Column[];
  rows(): AsyncIterable<Row>;
  close(): Promise<void>;
}

/** What the walks of one fill share. */
export interface FillSources {
  template: Template;
  settings: RunSettings;
  parameters: Readonly<Record<string, Value>>;
  columns: readonly Column[];
  assets: ReadonlyMap<string, Uint8Array>;
  warn(sentence: string): void;
  openRows(name: string, cursor: Cursor): Promise<OpenRows | null>;
  fillReport(element: SubreportElement, parameters: Record<string, Value>): Promise<FilledBand[]>;
  signal?: AbortSignal | undefined;
}

/** Rows that an element gathers during the walk; it starts again with its scope. */
export interface WalkGatherer {
  gatherer: Gatherer<unknown>;
  scope: LateScope;
  /** Gathered in the first walk, as it is needed before the rows have come. */
  isLate: boolean;
}

/** One walk. */
export interface Run extends FillSources {
  paged: boolean;
  cursor: Cursor;
  compiler: Compiler;
  variables: Variables;
  late: LateValues;
  gatherers: WalkGatherer[];
  styleOf(style: string | undefined, own: ElementStyle | undefined): StyleOf;
  pageUse(tree: ExpressionNode): PageUse;
  /** Compiles over the rows of the main dataset. */
  compile(source: string | undefined): Evaluate;
  /** Variables of these trees are kept in each state, as they are evaluated after their row. */
  keepVariables(trees: Iterable<ExpressionNode | null>): void;
  state(rowNumber: number, firstRow: number): WalkState;
  /** Evaluates with the row and variables of a state. */
  evaluateAt<T>(state: FillState, counters: PageCounters, evaluate: () => T): T;
  nextElementNumber(): number;
}

/** Sets a walk up. */
export function createRun(
  sources: FillSources,
  options: { paged: boolean; late: LateValues; now: Cursor['env']['now'] },
): Run {
  const { template, settings, parameters, warn } = sources;
  const { paged, late } = options;
  const env = { locale: settings.locale, timeZone: settings.timeZone, now: options.now, warn };
  const cursor = createCursor({ template, parameters, env });
  const compiler = createCompiler(template, template.datasets[0], sources.columns);
  const { compile, parse } = compiler;
  const variables = createVariables(template, cursor, { compile, paged });
  cursor.variable = variables.get;
  const kept = new Set<string>();
  let keptNames: string[] = [];
  let elements = 0;

  const run: Run = {
    ...sources,
    paged,
    cursor,
    compiler,
    variables,
    late,
    gatherers: [],
    styleOf: createStyleResolver(template, compile),
    pageUse: createPageUse(template, parse),
    compile,
    keepVariables(trees) {
      const names = [...trees].flatMap((tree) => (tree ? variablesIn(tree) : []));
      for (const name of closeOverVariables(template, names, parse)) kept.add(name);
      keptNames = [...kept].filter((name) => !variables.isOfPage(name));
    },
    state(rowNumber, firstRow) {
      const values = Object.create(null) as Record<string, Value>;
      for (const name of keptNames) values[name] = variables.get(name);
      return { rowNumber, firstRow, row: cursor.row, values };
    },
    evaluateAt(state, counters, evaluate) {
      const { row, values } = state as WalkState;
      const before = { row: cursor.row, variable: cursor.variable };
      cursor.row = row;
      cursor.variable = (name) => valueAt(name, { values, counters, variables });
      try {
        return evaluate();
      } finally {
        Object.assign(cursor, before);
      }
    },
    nextElementNumber: () => (elements += 1),
  };
  run.keepVariables(
    template.styles.flatMap(({ conditions }) =>
      (conditions ?? []).map(({ expression }) => parse(expression)),
    ),
  );
  return run;
}

function valueAt(
  name: string,
  {
    values,
    counters,
    variables,
  }: { values: Readonly<Record<string, Value>>; counters: PageCounters; variables: Variables },
): Value {
  switch (name) {
    case 'PAGE_NUMBER':
      return counters.pageNumber;
    case 'COLUMN_NUMBER':
      return counters.columnNumber;
    case 'TOTAL_PAGES':
      return counters.pageCount ?? null;
    default:
      return variables.isOfPage(name) ? variables.get(name) : (values[name] ?? null);
  }
}
