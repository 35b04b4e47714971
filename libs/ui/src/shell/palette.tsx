import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useSyncExternalStore } from 'react';

const PaletteDialog = lazy(() =>
  import('./palette-dialog.tsx').then((module) => ({ default: module.PaletteDialog })),
);

let opened = false;
const listeners = new Set<() => void>();

/** Opens search from anywhere. */
export function openPalette(): void {
  setOpened(true);
}

/** Listens for Ctrl K / ⌘ K; the dialog itself loads when it is first opened. */
export function Palette() {
  const open = useSyncExternalStore(subscribe, () => opened);
  useHotkeys([['mod+K', () => setOpened(!opened)]], []);
  if (!open) return null;
  return (
    <Suspense>
      <PaletteDialog onClose={() => setOpened(false)} />
    </Suspense>
  );
}

function setOpened(next: boolean): void {
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
