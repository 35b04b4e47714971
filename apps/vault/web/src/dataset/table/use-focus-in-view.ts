import { useEffect, type RefObject } from 'react';

/** Scrolls the focused cell into view when the table gets smaller, for instance because a bar appears above it. */
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
