import type { PointerEvent as ReactPointerEvent } from 'react';

interface Follower {
  onMove: (move: { dx: number; dy: number; event: PointerEvent }) => void;
  /** Null where Escape, or the system, ended it: nothing is kept then. */
  onEnd: (event: PointerEvent | null) => void;
}

/** Follows a pointer from where it was pressed until it is let go, wherever it goes. */
export function followPointer(start: ReactPointerEvent, { onMove, onEnd }: Follower): void {
  const { clientX, clientY, pointerId } = start;
  const listening = new AbortController();
  const { signal } = listening;
  const end = (event: PointerEvent | null) => {
    listening.abort();
    onEnd(event);
  };
  const isMine = (event: PointerEvent) => event.pointerId === pointerId;
  window.addEventListener(
    'pointermove',
    (event) => {
      if (isMine(event)) onMove({ dx: event.clientX - clientX, dy: event.clientY - clientY, event });
    },
    { signal },
  );
  window.addEventListener('pointerup', (event) => isMine(event) && end(event), { signal });
  window.addEventListener('pointercancel', (event) => isMine(event) && end(null), { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(null), {
    signal,
    capture: true,
  });
}
