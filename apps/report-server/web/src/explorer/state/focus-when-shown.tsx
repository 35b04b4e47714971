import { useEffect, useRef, type ReactNode } from 'react';

/** A form that loads after its popover was opened still gets the focus, at the field that asks for it. */
export function FocusWhenShown({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('[data-autofocus]');
    if (first && !element.current?.contains(document.activeElement)) first.focus();
  }, []);
  return <div ref={element}>{children}</div>;
}
