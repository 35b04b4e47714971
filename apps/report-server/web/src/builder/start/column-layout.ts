import type { ValueType } from '@cairn/report-engine/browser';
import type { ChosenColumn } from './choices.ts';

/** Points that a column of a type would like to have. */
const WISHES: Partial<Record<ValueType, number>> = {
  integer: 60,
  decimal: 70,
  double: 70,
  boolean: 50,
  date: 64,
  time: 56,
  timestamp: 100,
  instant: 100,
};
const TEXT = 120;
/** Below this share of what they would like, rows are put on a page in landscape. */
const NARROW = 0.85;

export interface PlacedColumn extends ChosenColumn {
  x: number;
  width: number;
}

function wishOf({ type, header }: ChosenColumn): number {
  return Math.max(WISHES[type] ?? TEXT, Math.min(TEXT, header.length * 5.5 + 10));
}

/** Places columns beside each other over the whole width, the wider types with more of it. */
export function placeColumns(columns: readonly ChosenColumn[], width: number): PlacedColumn[] {
  const wishes = columns.map(wishOf);
  const share = width / wishes.reduce((sum, wish) => sum + wish, 0);
  let x = 0;
  return columns.map((column, i) => {
    const right = i === columns.length - 1 ? width : Math.round(x + (wishes[i] ?? 0) * share);
    const placed = { ...column, x, width: right - x };
    x = right;
    return placed;
  });
}

/** Whether the columns need the long side of the page. */
export function needsLandscape(columns: readonly ChosenColumn[], width: number): boolean {
  return columns.reduce((sum, column) => sum + wishOf(column), 0) * NARROW > width;
}
