import { useEffect, useRef, useState, type RefObject } from 'react';

export interface ActiveCell {
  row: number;
  column: number;
}

interface Size {
  rows: number;
  /** With the one that leads. */
  columns: number;
}

/**
 * Arrow keys, Home and End move between the cells marked with `data-cell="row:column"`; one of them at a time is
 * reached by Tab. What happens inside of an editor stays there.
 */
export function useGridKeys(frame: RefObject<HTMLElement | null>, size: Size): ActiveCell {
  const [active, setActive] = useState<ActiveCell>({ row: 0, column: 1 });
  const latest = useRef({ ...size });
  latest.current = size;

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onFocus = (event: FocusEvent) => {
      const cell = cellOf(event.target);
      if (cell) setActive(cell);
    };
    const onKey = (event: KeyboardEvent) => {
      const cell = cellOf(event.target);
      const next = cell && nextCell(event, cell, latest.current);
      if (!next) return;
      event.preventDefault();
      focusCell(element, next);
    };
    element.addEventListener('focusin', onFocus);
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('keydown', onKey);
    };
  }, [frame]);

  const row = Math.min(active.row, Math.max(0, size.rows - 1));
  return { row, column: Math.min(active.column, size.columns - 1) };
}

/** Puts the focus on a cell. */
export function focusCell(frame: ParentNode, { row, column }: ActiveCell): void {
  frame.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus();
}

/** Where a key leads from a cell; null for keys that mean nothing to the grid. */
export function nextCell(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: ActiveCell,
  { rows, columns }: Size,
): ActiveCell | null {
  const far = event.ctrlKey || event.metaKey;
  const moves: Record<string, ActiveCell> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? columns - 1 : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? rows - 1 : row, column: columns - 1 },
    PageUp: { row: Math.max(0, row - 10), column },
    PageDown: { row: Math.min(rows - 1, row + 10), column },
  };
  const next = moves[event.key];
  if (!next) return null;
  const inside = next.row >= 0 && next.row < rows && next.column >= 0 && next.column < columns;
  return inside ? next : { row, column };
}

function cellOf(target: EventTarget | null): ActiveCell | null {
  const place = target instanceof HTMLElement ? target.dataset.cell : undefined;
  const [row, column] = place?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}
