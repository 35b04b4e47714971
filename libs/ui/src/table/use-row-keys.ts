import { useEffect, type RefObject } from 'react';

const controls = 'a, button, input';

/** Arrow up and down move from a row's link, button or box to the same one of the next row. */
export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    element?.addEventListener('keydown', moveBetweenRows);
    return () => element?.removeEventListener('keydown', moveBetweenRows);
  }, [frame]);
}

function moveBetweenRows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target instanceof HTMLElement)) return;
  const row = event.target.closest('tbody tr');
  const control = event.target.closest(controls);
  if (!row || !control || control.getAttribute('aria-haspopup')) return;
  const index = [...row.querySelectorAll(controls)].indexOf(control);
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const target = next?.querySelectorAll<HTMLElement>(controls)[index];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
