import { useEffect, useState, type RefObject } from 'react';

/** Whether an element holds more than it shows: only then the keyboard needs to get into it to scroll. */
export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const frame = element.current;
    if (!frame) return;
    const observer = new ResizeObserver(() =>
      setScrolls(frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight),
    );
    observer.observe(frame);
    if (frame.firstElementChild) observer.observe(frame.firstElementChild);
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
}
