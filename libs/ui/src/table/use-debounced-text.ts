import { useEffect, useRef, useState } from 'react';

/** Text as it is typed, passed on when the typing rests; follows the outer value when that changes by itself. */
export function useDebouncedText(value: string, onChange: (value: string) => void, delayMs = 180) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function change(next: string, now = false) {
    setText(next);
    clearTimeout(timer.current);
    const send = () => {
      sent.current = next;
      onChange(next);
    };
    if (now) send();
    else timer.current = setTimeout(send, delayMs);
  }
  return [text, change] as const;
}
