import type { KeyboardEvent } from 'react';

interface Group {
  /** The element around the group, as a selector. */
  around: string;
  /** Its members, in the order in which the keys lead through them. */
  members: string;
}

/**
 * Arrow keys lead from one member of a group to the next. Returns the member that has the focus now, or null for other
 * keys and beyond the ends.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, { around, members }: Group): HTMLElement | null {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const group = event.currentTarget.closest(around);
  if (!step || !group) return null;
  event.preventDefault();
  const all = [...group.querySelectorAll<HTMLElement>(members)];
  const next = all[all.indexOf(event.currentTarget) + step] ?? null;
  next?.focus();
  return next;
}
