import { useRef, type KeyboardEvent } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Inserts text where the cursor was in the field that was edited or clicked last; a field that the Tab key only passes does not count.
 * Before that it goes to the end of `fallback`.
 */
export function useInsertion<Name extends string>(
  fallback: Name,
  change: (name: Name, value: string) => void,
) {
  const fields = useRef<Partial<Record<Name, TextField | null>>>({});
  const last = useRef<Name | null>(null);

  function insert(text: string): void {
    const name = last.current ?? fallback;
    const field = fields.current[name];
    if (!field) return;
    const { value } = field;
    const start = last.current ? (field.selectionStart ?? value.length) : value.length;
    const end = last.current ? (field.selectionEnd ?? start) : start;
    change(name, value.slice(0, start) + text + value.slice(end));
    last.current = name;
    // The new value is drawn first; setting it moves the cursor to the end.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + text.length, start + text.length);
    });
  }

  return {
    insert,
    fieldProps: (name: Name) => ({
      ref: (field: TextField | null) => {
        fields.current[name] = field;
      },
      onClick: () => {
        last.current = name;
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key !== 'Tab' && key !== 'Shift') last.current = name;
      },
      onInput: () => {
        last.current = name;
      },
    }),
  };
}
