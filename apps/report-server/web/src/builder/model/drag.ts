import { linesOf, snapEdges, unionOf, type Rect } from './snap.ts';

export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';
export const HANDLES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
/** An element that is smaller cannot be taken hold of again. */
const LEAST = 2;

/** What a drag does to the chosen elements, in points. */
export interface DragChange {
  dx: number;
  dy: number;
  dWidth: number;
  dHeight: number;
  /** Lines that it snapped to, for the canvas to show. */
  guides: { x: number | null; y: number | null };
}

interface Drag {
  rects: readonly Rect[];
  others: readonly Rect[];
  room: { width: number; height: number };
  by: { x: number; y: number };
  /** Alt lets the pointer decide alone. */
  free?: boolean;
}

/** Moves rectangles by a distance, snapped to their neighbours or to the grid. */
export function dragToMove({ rects, others, room, by, free = false }: Drag): DragChange {
  const box = unionOf(rects);
  const lines = linesOf(others, room);
  const none = { offset: 0, line: null };
  const across = edgesOf(box.x + by.x, box.width);
  const down = edgesOf(box.y + by.y, box.height);
  const x = free || by.x === 0 ? none : snapEdges(across, lines.x);
  const y = free || by.y === 0 ? none : snapEdges(down, lines.y);
  return {
    dx: by.x + x.offset,
    dy: by.y + y.offset,
    dWidth: 0,
    dHeight: 0,
    guides: { x: x.line, y: y.line },
  };
}

/** Resizes one rectangle at a handle; the opposite side stays. */
export function dragToResize(handle: Handle, drag: Drag): DragChange {
  const { rects, others, room, by, free = false } = drag;
  const [rect] = rects;
  const change: DragChange = { dx: 0, dy: 0, dWidth: 0, dHeight: 0, guides: { x: null, y: null } };
  if (!rect) return change;
  const lines = linesOf(others, room);
  const snap = (edge: number, all: readonly number[]) =>
    free ? { offset: 0, line: null } : snapEdges([edge], all);
  if (handle.includes('e')) {
    const { offset, line } = snap(rect.x + rect.width + by.x, lines.x);
    change.dWidth = Math.max(by.x + offset, LEAST - rect.width);
    change.guides.x = line;
  } else if (handle.includes('w')) {
    const { offset, line } = snap(rect.x + by.x, lines.x);
    change.dx = Math.max(-rect.x, Math.min(by.x + offset, rect.width - LEAST));
    change.dWidth = -change.dx;
    change.guides.x = line;
  }
  if (handle.includes('s')) {
    const { offset, line } = snap(rect.y + rect.height + by.y, lines.y);
    change.dHeight = Math.max(by.y + offset, LEAST - rect.height);
    change.guides.y = line;
  } else if (handle.includes('n')) {
    const { offset, line } = snap(rect.y + by.y, lines.y);
    change.dy = Math.max(-rect.y, Math.min(by.y + offset, rect.height - LEAST));
    change.dHeight = -change.dy;
    change.guides.y = line;
  }
  return change;
}

function edgesOf(start: number, length: number): number[] {
  return [start, start + length / 2, start + length];
}
