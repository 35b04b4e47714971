import { useCallback, useRef, useState } from 'react';
import { useHotkeys } from '@mantine/hooks';
import type { AddressChange } from './address.ts';

/** What Undo brings back: the question that is asked, not where somebody looks. */
const KEPT = ['filter', 'sort', 'hide', 'chart', 'x', 'y', 'fn', 'unit', 'zone', 'color'] as const;
const MAX_STEPS = 100;

export interface History {
  change: (changes: AddressChange) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

/** Changes of the address of which those of the question can be undone, by button or Ctrl+Z. */
export function useUndo(apply: (changes: AddressChange) => void, kept: readonly string[] = KEPT): History {
  const past = useRef<AddressChange[]>([]);
  const future = useRef<AddressChange[]>([]);
  const [counts, setCounts] = useState({ past: 0, future: 0 });
  const report = () => setCounts({ past: past.current.length, future: future.current.length });

  const change = useCallback(
    (changes: AddressChange) => {
      const before = questionOf(window.location.search, kept);
      const isQuestion = kept.some((name) => name in changes && changes[name] !== before[name]);
      if (isQuestion) {
        past.current = [...past.current, before].slice(-MAX_STEPS);
        future.current = [];
        report();
      }
      apply(changes);
    },
    [apply, kept],
  );
  const step = useCallback(
    (from: typeof past, to: typeof past) => {
      const target = from.current.pop();
      if (!target) return;
      to.current.push(questionOf(window.location.search, kept));
      apply({ ...target, page: '', row: '' });
      report();
    },
    [apply, kept],
  );
  const undo = useCallback(() => step(past, future), [step]);
  const redo = useCallback(() => step(future, past), [step]);
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ]);
  return { change, undo, redo, canUndo: counts.past > 0, canRedo: counts.future > 0 };
}

function questionOf(search: string, kept: readonly string[]): AddressChange {
  const params = new URLSearchParams(search);
  return Object.fromEntries(kept.map((name) => [name, params.get(name) ?? '']));
}
