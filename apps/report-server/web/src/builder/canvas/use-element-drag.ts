import { useState, type PointerEvent as ReactPointerEvent } from 'react';
import { printableWidth, type Element, type Template } from '@cairn/report-engine/browser';
import { useBuilder } from '../builder-context.tsx';
import { findBand } from '../model/bands.ts';
import { dragToMove, dragToResize, type DragChange, type Handle } from '../model/drag.ts';
import {
  changeElements,
  childrenOf,
  findElement,
  moveElements,
  moveToBand,
  round,
} from '../model/elements.ts';
import type { Rect } from '../model/snap.ts';
import { followPointer } from './follow-pointer.ts';

/** Pixels before a press becomes a drag. */
const SLACK = 3;

export interface ElementDrag {
  ids: readonly string[];
  change: DragChange;
}

/** Moving and resizing by pointer. While it lasts only the canvas shows it; letting go is one edit. */
export function useElementDrag(scale: number) {
  const { template, ids: chosen, select, edit } = useBuilder();
  const [drag, setDrag] = useState<ElementDrag | null>(null);

  function follow(
    event: ReactPointerEvent,
    change: (by: Rect['x'][], free: boolean) => DragChange,
    ids: readonly string[],
    end: (change: DragChange, event: PointerEvent) => void,
  ) {
    let last: DragChange | null = null;
    followPointer(event, {
      onMove({ dx, dy, event: now }) {
        if (last === null && Math.hypot(dx, dy) < SLACK) return;
        last = change([dx / scale, dy / scale], now.altKey);
        setDrag({ ids, change: last });
      },
      onEnd(now) {
        setDrag(null);
        if (last !== null && now !== null) end(last, now);
      },
    });
  }

  function startMove(event: ReactPointerEvent, id: string): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    const ids = chosenAfter(event, id, chosen);
    if (ids !== chosen) select({ kind: 'elements', ids });
    if (!ids.includes(id)) return;
    const around = surroundings(template, ids);
    if (!around) return;
    follow(
      event,
      ([x = 0, y = 0], free) => dragToMove({ ...around, by: { x, y }, free }),
      ids,
      ({ dx, dy }, now) => {
        const target = bandAt(now);
        const from = findElement(template, id)?.band;
        if (target && from && target.path !== from && findElement(template, id)?.parents.length === 0) {
          const top = topOfBand(from) ?? 0;
          const shift = { path: target.path, dx, dy: dy + (top - target.top) / scale };
          edit((now_) => moveToBand(now_, ids, shift));
        } else edit((now_) => moveElements(now_, ids, { dx: round(dx), dy: round(dy) }));
      },
    );
  }

  function startResize(event: ReactPointerEvent, id: string, handle: Handle): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    const around = surroundings(template, [id]);
    if (!around) return;
    follow(
      event,
      ([x = 0, y = 0], free) => dragToResize(handle, { ...around, by: { x, y }, free }),
      [id],
      (change) => edit((now) => changeElements(now, [id], (element) => resized(element, change))),
    );
  }

  return { drag, startMove, startResize };
}

function resized(element: Element, { dx, dy, dWidth, dHeight }: DragChange): Element {
  return {
    ...element,
    x: round(element.x + dx),
    y: round(element.y + dy),
    width: round(element.width + dWidth),
    height: round(element.height + dHeight),
  };
}

/** Shift and Ctrl add an element to the choice or take it out. */
function chosenAfter(event: ReactPointerEvent, id: string, chosen: readonly string[]): readonly string[] {
  if (event.shiftKey || event.ctrlKey || event.metaKey)
    return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
  return chosen.includes(id) ? chosen : [id];
}

/** What a drag snaps to: the neighbours of the first element and the room around them. */
function surroundings(template: Template, ids: readonly string[]) {
  const found = ids.flatMap((id) => findElement(template, id) ?? []);
  const [first] = found;
  if (!first) return null;
  const parent = first.parents.at(-1);
  const band = findBand(template, first.band);
  const siblings = parent ? childrenOf(parent) : (band?.elements ?? []);
  return {
    rects: found.map(({ element }) => element),
    others: siblings.filter(({ id }) => !ids.includes(id)),
    room: parent
      ? { width: parent.width, height: parent.height }
      : { width: printableWidth(template.page), height: band?.height ?? 0 },
  };
}

function bandAt({ clientX, clientY }: PointerEvent): { path: string; top: number } | null {
  const lane = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest<HTMLElement>('[data-band]'))
    .find((element) => element !== null);
  const path = lane?.dataset.band;
  return lane && path !== undefined ? { path, top: lane.getBoundingClientRect().top } : null;
}

function topOfBand(path: string): number | undefined {
  return document.querySelector(`[data-band="${CSS.escape(path)}"]`)?.getBoundingClientRect().top;
}
