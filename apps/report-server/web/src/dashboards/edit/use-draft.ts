import { useCallback, useState } from 'react';
import { useHotkeys } from '@mantine/hooks';
import { createHistory, record, redo, undo } from '../../builder/model/history.ts';
import type { Dashboard, DashboardContent } from '../types.ts';

export type Draft = ReturnType<typeof useDraft>;

/** What is changed of a dashboard before it is saved; each change can be undone. */
export function useDraft(opened: Dashboard) {
  const [history, setHistory] = useState(() => createHistory<DashboardContent>(opened));
  /** Changes of one name in a row, such as the letters of a title, are undone together. */
  const change = useCallback(
    (step: (content: DashboardContent) => Partial<DashboardContent>, joint: string | null = null) =>
      setHistory((now) => {
        const changed = step(now.present);
        const isChanged = Object.entries(changed).some(
          ([name, value]) => now.present[name as keyof DashboardContent] !== value,
        );
        return isChanged ? record(now, { ...now.present, ...changed }, joint) : now;
      }),
    [],
  );
  const back = () => setHistory(undo);
  const forward = () => setHistory(redo);
  useHotkeys([
    ['mod+Z', back],
    ['mod+shift+Z', forward],
    ['mod+Y', forward],
  ]);
  return {
    content: history.present,
    change,
    undo: back,
    redo: forward,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    reset: (content: DashboardContent) => setHistory(createHistory(content)),
  };
}
