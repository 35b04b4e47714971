import type { Evaluate } from '../expression/evaluate.ts';
import type { Calculation, Reset, Template } from '../template/types.ts';
import { convertValue } from '../values/convert.ts';
import type { Value, ValueType } from '../values/types.ts';
import { createAccumulator, type Accumulator } from './accumulator.ts';
import type { Cursor } from './cursor.ts';
import type { PageCounters } from './types.ts';

interface Slot {
  name: string;
  type: ValueType;
  calculation: Calculation;
  accumulator: Accumulator;
  reset: Reset;
  /** Index of the group that starts it again; Infinity for none. */
  resetGroup: number;
  /** Index of the group at whose first row it adds; Infinity for each row. */
  incrementGroup: number;
  evaluate: Evaluate;
  initial: Evaluate;
}

/** Values of slots of pages that no page has taken yet. */
interface PendingRow {
  rowNumber: number;
  values: (Value | undefined)[];
}

/** Calculations whose values take the declared type; an average of integers is not an integer. */
const TYPED: readonly Calculation[] = ['sum', 'min', 'max', 'first', 'none', 'system'];

/** The variables of a template during one walk. */
export type Variables = ReturnType<typeof createVariables>;

/**
 * Variables with the reset `page` or `column` add the rows that a layout has put on its page, which comes after the walk: with
 * `paged` their values wait in a queue until `advance` takes them.
 */
export function createVariables(
  template: Template,
  cursor: Cursor,
  options: { compile(source: string | undefined): Evaluate; paged: boolean },
) {
  const { compile, paged } = options;
  const groupIndex = (reset: Reset | undefined): number =>
    typeof reset === 'object'
      ? template.groups.findIndex(({ name }) => name === reset.group)
      : Number.POSITIVE_INFINITY;
  const counter = (name: string, reset: Reset): Slot =>
    toSlot({ name, type: 'integer', calculation: 'count', reset });
  const slots: Slot[] = [
    counter('REPORT_COUNT', 'report'),
    counter('PAGE_COUNT', 'page'),
    counter('COLUMN_COUNT', 'column'),
    ...template.groups.map(({ name }) => counter(`${name}_COUNT`, { group: name })),
    ...template.variables.map(toSlot),
  ];
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  const isOfPage = ({ reset }: Slot): boolean => paged && (reset === 'page' || reset === 'column');
  const ofPages = slots.filter(isOfPage);
  const ofRows = slots.filter((slot) => !isOfPage(slot));
  const counters: PageCounters = paged
    ? { pageNumber: 0, columnNumber: 1 }
    : { pageNumber: 1, columnNumber: 1, pageCount: 1 };
  const pending: PendingRow[] = [];
  let head = 0;

  function toSlot(variable: Template['variables'][number]): Slot {
    const { name, type, calculation, reset, increment, expression, initial } = variable;
    return {
      name,
      type,
      calculation,
      reset,
      accumulator: createAccumulator(calculation),
      resetGroup: groupIndex(reset),
      incrementGroup: groupIndex(increment),
      // A count without an expression counts rows.
      evaluate: expression === undefined ? () => true : compile(expression),
      initial: compile(initial),
    };
  }

  function restart(slot: Slot): void {
    slot.accumulator.reset(slot.initial(cursor));
  }

  function addTo({ accumulator, evaluate, incrementGroup, calculation }: Slot, openedFrom: number): void {
    if (calculation === 'system') return;
    if (incrementGroup === Number.POSITIVE_INFINITY || openedFrom <= incrementGroup)
      accumulator.add(evaluate(cursor));
  }

  function read({ accumulator, calculation, type }: Slot): Value {
    const value = accumulator.value();
    if (value === null) return null;
    if (TYPED.includes(calculation) || (calculation === 'average' && type === 'double')) {
      return convertValue(value, type, cursor.env.timeZone);
    }
    return value;
  }

  /** Takes the waiting rows up to this one. */
  function advance(rowNumber: number): void {
    for (let row = pending[head]; row && row.rowNumber <= rowNumber; row = pending[head]) {
      for (const [i, slot] of ofPages.entries()) {
        const value = row.values[i];
        if (value !== undefined) slot.accumulator.add(value);
      }
      head += 1;
    }
    if (head > 1_000) {
      pending.splice(0, head);
      head = 0;
    }
  }

  return {
    counters,
    advance,
    /** Whether the variable's value is known only on its page. */
    isOfPage: (name: string): boolean => {
      const slot = byName.get(name);
      return slot !== undefined && isOfPage(slot);
    },
    get: (name: string): Value => {
      switch (name) {
        case 'PAGE_NUMBER':
          // A title is filled before its page begins.
          return Math.max(1, counters.pageNumber);
        case 'COLUMN_NUMBER':
          return counters.columnNumber;
        case 'TOTAL_PAGES':
          return counters.pageCount ?? null;
        default: {
          const slot = byName.get(name);
          return slot ? read(slot) : null;
        }
      }
    },
    start: (): void => slots.forEach(restart),
    /** The groups from this index on begin again. */
    startGroups: (from: number): void => {
      for (const slot of ofRows)
        if (slot.resetGroup >= from && slot.resetGroup !== Number.POSITIVE_INFINITY) restart(slot);
    },
    /** Adds the row of the cursor; `openedFrom` is the index of the outermost group that begins with it. */
    addRow: (rowNumber: number, openedFrom: number): void => {
      for (const slot of ofRows) {
        if (slot.reset === 'none' && slot.calculation === 'none') restart(slot);
        addTo(slot, openedFrom);
      }
      if (ofPages.length === 0) return;
      const values = ofPages.map(({ evaluate, incrementGroup, calculation }) =>
        calculation !== 'system' &&
        (incrementGroup === Number.POSITIVE_INFINITY || openedFrom <= incrementGroup)
          ? evaluate(cursor)
          : undefined,
      );
      pending.push({ rowNumber, values });
    },
    /** A page begins with this row, which does not count yet. */
    startPage: (firstRow: number): void => {
      advance(firstRow - 1);
      counters.pageNumber += 1;
      counters.columnNumber = 1;
      ofPages.forEach(restart);
    },
    startColumn: (firstRow: number): void => {
      advance(firstRow - 1);
      counters.columnNumber += 1;
      for (const slot of ofPages) if (slot.reset === 'column') restart(slot);
    },
  };
}
