import { useEffect, type RefObject } from 'react';

/** Keeps the cell in which somebody works in sight when what is above or below the rows takes some of their space. */
export function useFocusInView(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const cell = element.contains(document.activeElement) ? document.activeElement?.closest('td') : null;
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
}
