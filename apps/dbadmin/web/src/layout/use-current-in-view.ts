import { useEffect, useRef } from 'react';

/** A ref for a list that scrolls sideways: brings its current entry into view whenever `current` changes. */
export function useCurrentInView<Element extends HTMLElement>(selector: string, current: string) {
  const list = useRef<Element>(null);
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(selector);
    if (!list.current || !entry) return;
    const middle = entry.offsetLeft - (list.current.clientWidth - entry.offsetWidth) / 2;
    list.current.scrollTo({ left: middle });
  }, [selector, current]);
  return list;
}
