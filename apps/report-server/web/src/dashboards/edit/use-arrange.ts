import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { t } from '@cairn/ui';
import { followPointer } from '../../builder/canvas/follow-pointer.ts';
import { closeRows, COLUMNS, placeItem, stepItem, type Direction, type Layout } from '../grid/layout.ts';
import { titleOf } from '../show/widget-content.ts';
import type { DashboardItem } from '../types.ts';
import type { Draft } from './use-draft.ts';

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const GROWTH: Record<Direction, { w: number; h: number }> = {
  left: { w: -1, h: 0 },
  right: { w: 1, h: 0 },
  up: { w: 0, h: -1 },
  down: { w: 0, h: 1 },
};

/** Moves widgets and changes their size, by mouse and by keyboard, and announces their position. */
export function useArrange(draft: Draft, grid: RefObject<HTMLDivElement | null>) {
  const { content, change } = draft;
  const [preview, setPreview] = useState<{ id: string; layout: Layout } | null>(null);
  const [words, setWords] = useState('');
  const { layout } = content;

  function keep(id: string, next: Layout, joint: string | null): void {
    const item = next.find((each) => each.id === id);
    if (!item) return;
    change(() => ({ layout: next }), joint);
    const title = titleOf(content, item);
    const { x, y, w, h } = item;
    setWords(
      next === layout
        ? t('arrange.edge', { title })
        : t('arrange.place', { title, column: x + 1, row: y + 1, width: w, height: h }),
    );
  }

  function onKeyDown(event: KeyboardEvent, { id, w, h }: DashboardItem): void {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const grown = { w: w + GROWTH[direction].w, h: h + GROWTH[direction].h };
    const next = event.shiftKey ? placeItem(layout, id, grown) : stepItem(layout, id, direction);
    keep(id, next, null);
  }

  /** Follows the pointer cell by cell; Escape leaves all as it was. */
  function drag(event: PointerEvent, item: DashboardItem, what: 'move' | 'size'): void {
    const cell = cellOf(grid.current);
    if (event.button !== 0 || !cell) return;
    event.preventDefault();
    let next = layout;
    followPointer(event, {
      onMove({ dx, dy }) {
        const [columns, rows] = [Math.round(dx / cell.width), Math.round(dy / cell.height)];
        const wanted =
          what === 'move'
            ? { x: item.x + columns, y: item.y + rows }
            : { w: Math.min(item.w + columns, COLUMNS - item.x), h: item.h + rows };
        next = placeItem(layout, item.id, wanted);
        setPreview({ id: item.id, layout: next });
      },
      onEnd(end) {
        setPreview(null);
        if (end && next !== layout) keep(item.id, closeRows(next), null);
      },
    });
  }

  return {
    layout: preview?.layout ?? layout,
    movingId: preview?.id ?? null,
    /** Where the widget is that was moved last, for screen readers. */
    words,
    onKeyDown,
    drag,
  };
}

/** Size of a cell with its gap, in pixels; null where widgets are below each other in one column. */
function cellOf(grid: HTMLDivElement | null): { width: number; height: number } | null {
  if (!grid) return null;
  const style = getComputedStyle(grid);
  if (style.gridTemplateColumns.split(' ').length < COLUMNS) return null;
  const gap = Number.parseFloat(style.rowGap) || 0;
  return {
    width: (grid.clientWidth + gap) / COLUMNS,
    height: (Number.parseFloat(style.gridAutoRows) || 44) + gap,
  };
}
