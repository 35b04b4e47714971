import type { Element, ElementStyle } from '../template/types.ts';
import type { WalkState } from './run.ts';
import type { FilledElement, PageCounters } from './types.ts';

/** When a band is filled. The cursor has the row and the variables already. */
export interface Moment {
  state: WalkState;
  /** For page bands. */
  counters?: PageCounters;
}

/** Fills one element of the template. */
export interface ElementFiller {
  element: Element;
  /** Null for an element that is not printed, and for late ones in the first walk. */
  fill(moment: Moment): FilledElement | null | Promise<FilledElement | null>;
  /** Whether it, or an element within it, is evaluated at the end of its group or of the report. */
  isLate: boolean;
}

/** What all filled elements have. */
export function baseOf(element: Element, style: ElementStyle) {
  const { id, x, y, width, height, alt, position, stretch, removeWhenBlank } = element;
  return {
    id,
    x,
    y,
    width,
    height,
    style,
    ...(alt !== undefined && { alt }),
    ...(position !== undefined && { position }),
    ...(stretch !== undefined && { stretch }),
    ...(removeWhenBlank !== undefined && { removeWhenBlank }),
  };
}

/** One element is printed once a row, so that the two numbers tell a late value from all others. */
export function lateKey(elementNumber: number, { rowNumber }: WalkState): number {
  return elementNumber * 1e10 + rowNumber;
}
