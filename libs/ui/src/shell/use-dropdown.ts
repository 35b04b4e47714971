import { useRef, useState } from 'react';

/** What a dropdown that is loaded later needs of its button. */
export interface Dropdown {
  opened: boolean;
  onClose: () => void;
}

interface Options {
  /** Loads the dropdown, so that it is there when the button is pressed. */
  load: () => Promise<unknown>;
  onChange?: () => void;
}

/**
 * A button of the top bar and its dropdown, which loads when somebody is about to open it: what places menus beside their buttons
 * is large, and most pages are read without them.
 */
export function useDropdown({ load, onChange }: Options) {
  const [opened, setOpened] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const wasOpened = useRef(false);
  const change = (next: boolean) => {
    onChange?.();
    setWanted(true);
    setOpened(next);
  };
  const preload = () => void load().catch(() => undefined);
  const button = {
    ref,
    'aria-haspopup': true,
    'aria-expanded': opened,
    onPointerEnter: preload,
    onFocus: preload,
    // A press outside of a dropdown closes it, also one on its button; the click that follows is not to open it again.
    onPointerDown: () => void (wasOpened.current = opened),
    onClick: (event: React.MouseEvent) => change(event.detail > 0 ? !wasOpened.current : !opened),
  } as const;
  const onClose = () => {
    change(false);
    // Unless the press that closed it gave the focus to something else.
    setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.closest('[data-dropdown]')) ref.current?.focus();
    });
  };
  return { button, dropdown: isWanted ? { opened, onClose } : null };
}
