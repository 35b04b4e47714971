import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** What a page does with files that are dropped anywhere on the window. */
export interface DropTarget {
  /** What becomes of the files, shown while they are dragged over the window. */
  title: string;
  /** Why the person cannot drop files here; shown instead. */
  refusal?: string | undefined;
  onFiles: (files: File[]) => void;
}

let current: DropTarget | null = null;
const listeners = new Set<() => void>();

function setCurrent(target: DropTarget | null): void {
  current = target;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes files that are dropped on the window while the page is shown; null takes no files. */
export function useDropTarget(target: DropTarget | null): void {
  const { title, refusal } = target ?? {};
  const latest = useRef(target);
  latest.current = target;
  // A layout effect: files may be over the page already when it is shown.
  useLayoutEffect(() => {
    if (title === undefined) return undefined;
    const own: DropTarget = { title, refusal, onFiles: (files) => latest.current?.onFiles(files) };
    setCurrent(own);
    return () => {
      if (current === own) setCurrent(null);
    };
  }, [title, refusal]);
}

export function useCurrentDropTarget(): DropTarget | null {
  return useSyncExternalStore(subscribe, () => current);
}
