import { useState, type KeyboardEvent } from 'react';
import type { Element } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { findBand } from '../model/bands.ts';
import {
  changeElements,
  copyElements,
  findElement,
  insertElements,
  moveElements,
  removeElements,
  round,
} from '../model/elements.ts';
import { bandOfSelection } from '../model/selection.ts';

const ARROWS: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
};

/** What was copied last; it is kept from one report to the next. */
let copied: readonly Element[] = [];

/** The keys of the canvas. `said` is read out by screen readers. */
export function useCanvasKeys(focusProperties: () => void) {
  const { template, selection, ids, edit, select } = useBuilder();
  const [said, setSaid] = useState('');
  const band = bandOfSelection(template, selection);

  function remove(): void {
    edit((now) => removeElements(now, ids), { select: { kind: 'band', path: band } });
    setSaid(t('builder.said.removed', { count: ids.length }));
    // The keyboard goes on from the band of what is gone.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-strip="${CSS.escape(band)}"]`)?.focus(),
    );
  }

  function copy(): void {
    copied = ids.flatMap((id) => findElement(template, id)?.element ?? []);
    setSaid(t('builder.said.copied', { count: copied.length }));
  }

  function paste(offset: number): void {
    if (copied.length === 0) return;
    const copies = copyElements(template, copied, offset);
    edit((now) => insertElements(now, band, copies), {
      select: { kind: 'elements', ids: copies.map(({ id }) => id) },
    });
    setSaid(t('builder.said.pasted', { count: copies.length }));
  }

  function arrow(key: string, event: KeyboardEvent): boolean {
    const by = ARROWS[key];
    if (!by || ids.length === 0) return false;
    const step = event.shiftKey ? 10 : 1;
    const [dx, dy] = [by.dx * step, by.dy * step];
    if (event.altKey) {
      edit(
        (now) =>
          changeElements(now, ids, (element) => ({
            ...element,
            width: round(Math.max(0, element.width + dx)),
            height: round(Math.max(0, element.height + dy)),
          })),
        { joint: `size ${ids.join()}` },
      );
    } else {
      edit((now) => moveElements(now, ids, { dx, dy }), { joint: `move ${ids.join()}` });
    }
    const first = ids[0] === undefined ? undefined : findElement(template, ids[0])?.element;
    if (first)
      setSaid(
        event.altKey
          ? t('builder.said.sized', { width: first.width + dx, height: first.height + dy })
          : t('builder.said.moved', { x: Math.max(0, first.x + dx), y: Math.max(0, first.y + dy) }),
      );
    return true;
  }

  function chord(key: string): boolean {
    if (key === 'a') {
      select({ kind: 'elements', ids: (findBand(template, band)?.elements ?? []).map(({ id }) => id) });
    } else if (key === 'c' && ids.length > 0) copy();
    else if (key === 'x' && ids.length > 0) {
      copy();
      remove();
    } else if (key === 'v') paste(10);
    else if (key === 'd' && ids.length > 0) {
      copy();
      paste(10);
    } else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const isChord = event.ctrlKey || event.metaKey;
    if (isChord ? chord(key.toLowerCase()) : arrow(key, event)) event.preventDefault();
    else if ((key === 'Delete' || key === 'Backspace') && ids.length > 0) {
      event.preventDefault();
      remove();
    } else if (key === 'Escape' && ids.length > 0) select({ kind: 'band', path: band });
    else if (
      (key === 'Enter' || key === 'F2') &&
      (event.target as HTMLElement).dataset.element !== undefined
    ) {
      event.preventDefault();
      focusProperties();
    }
  }

  return { onKeyDown, said };
}
