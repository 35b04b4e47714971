import { compileExpression, type Evaluate } from '../expression/evaluate.ts';
import { formatValue } from '../format/format-value.ts';
import { equalValues } from '../values/compare.ts';
import type { EvaluationTime, FieldElement, ElementStyle } from '../template/types.ts';
import type { Value } from '../values/types.ts';
import { baseOf, lateKey, type ElementFiller, type Moment } from './moment.ts';
import { safeLink } from './safe-link.ts';
import { compileParts } from './text-parts.ts';
import type { FilledText, Late, PageCounters, FillState, TextValue } from './types.ts';
import type { LateScope, Run } from './run.ts';

/** A field: its value now, or where its evaluation time says so a late one. */
export function compileField(element: FieldElement, run: Run, isPageBand: boolean): ElementFiller {
  const { compiler, cursor, paged } = run;
  const tree = compiler.parse(element.expression);
  const evaluate: Evaluate = tree ? compileExpression(tree, compiler.scope) : () => null;
  const link = element.link === undefined ? null : run.compile(element.link);
  const styleOf = run.styleOf(element.style, element.own);
  const use = tree ? run.pageUse(tree) : { ofPage: false, ofTotal: false };
  const time = timeOf(element.evaluate, run, isPageBand);
  const isTotal = element.evaluate === 'report' && use.ofPage;
  const parts = tree ? compileParts(tree, { scope: compiler.scope, isTotal }) : null;
  const number = run.nextElementNumber();
  const what = paged ? lateWhat({ time, isPageBand, isTotal, ...use }) : null;
  const scope: LateScope | null =
    what === null && (time === 'report' || typeof time === 'number') ? time : null;
  if (what !== null || isPageBand) run.keepVariables([tree]);
  let previous: { value: Value; page: number } | undefined;

  const write = (value: Value, { pattern }: ElementStyle): TextValue => ({
    value,
    text: formatValue(value, { ...run.settings, ...(pattern !== undefined && { pattern }) }),
  });

  function fill(moment: Moment): FilledText | null {
    const style = styleOf(cursor);
    const key = lateKey(number, moment.state);
    if (scope !== null && run.late.isCollecting && !isPageBand) {
      run.late.register(scope, key, () => write(evaluate(cursor), style));
      return null;
    }
    const known = scope === null || isPageBand ? undefined : (run.late.get(key) as TextValue | undefined);
    const late = what === null ? null : lateText(what, moment, style);
    const now = late ? { value: null, text: null } : (known ?? write(valueNow(moment), style));
    if (element.printRepeated === false && isRepeated(now.value)) return null;
    const address = link ? safeLink(link(cursor), run.warn) : null;
    return {
      ...baseOf(element, style),
      kind: 'text',
      ...now,
      grow: element.grow ?? false,
      isStatic: false,
      ...(late && { late }),
      ...(parts && { parts: parts(cursor) }),
      ...(address !== null && { link: address }),
      ...(element.heading !== undefined && { heading: element.heading }),
    };
  }

  function valueNow({ counters }: Moment): Value {
    const { end } = run.late;
    // A page band that shows a value of the end of the report, as a grand total in each header.
    return scope !== null && counters && end
      ? run.evaluateAt(end, counters, () => evaluate(cursor))
      : evaluate(cursor);
  }

  function lateText(kind: Late['what'], { state, counters: own }: Moment, style: ElementStyle): Late {
    return {
      what: kind,
      evaluate: (at, counters) => {
        const known = momentOf(kind, { state, own, at, counters });
        if (kind !== 'pageCount') run.variables.advance(known.state.rowNumber);
        return run.evaluateAt(known.state, known.counters, () => write(evaluate(cursor), style));
      },
    };
  }

  interface Choice {
    state: FillState;
    own: PageCounters | undefined;
    at: FillState;
    counters: PageCounters;
  }

  /** The page count is known last, but the rest of the text belongs to its row and page. */
  function momentOf(
    kind: Late['what'],
    { state, own, at, counters }: Choice,
  ): { state: FillState; counters: PageCounters } {
    if (kind !== 'pageCount') return { state: kind === 'pageNumber' ? state : at, counters };
    const pageCount = counters.pageCount ?? counters.pageNumber;
    if (isTotal)
      return { state: run.late.end ?? state, counters: { ...counters, pageNumber: pageCount, pageCount } };
    return { state, counters: { ...counters, ...own, pageCount } };
  }

  function isRepeated(value: Value): boolean {
    const page = run.variables.counters.pageNumber;
    const repeated = previous !== undefined && previous.page === page && equalValues(previous.value, value);
    previous = { value, page };
    return repeated;
  }

  return { element, fill, isLate: scope !== null && !isPageBand };
}

/** Without pages the end of the page is the end of the report; page bands have no groups of their own. */
function timeOf(
  time: EvaluationTime | undefined,
  run: Run,
  isPageBand: boolean,
): 'now' | 'page' | 'column' | LateScope {
  if (time === undefined || time === 'now') return 'now';
  if (time === 'page' || time === 'column') return run.paged ? time : 'report';
  if (time === 'report') return 'report';
  const group = run.template.groups.findIndex(({ name }) => name === time.group);
  return isPageBand || group < 0 ? 'now' : group;
}

interface Use {
  time: 'now' | 'page' | 'column' | LateScope;
  isPageBand: boolean;
  isTotal: boolean;
  ofPage: boolean;
  ofTotal: boolean;
}

/** What a text of a report with pages waits for; null where the walk knows it. */
function lateWhat({ time, isPageBand, isTotal, ofPage, ofTotal }: Use): Late['what'] | null {
  if (isTotal || ofTotal) return 'pageCount';
  if (time === 'page' || time === 'column') return time;
  return time === 'now' && ofPage && !isPageBand ? 'pageNumber' : null;
}
