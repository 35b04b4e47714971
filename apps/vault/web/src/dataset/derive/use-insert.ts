import { useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Puts something where the caret is, with the spaces that it needs; `back` is how far before its end the caret goes. */
export type Insert = (piece: string, back?: number) => void;

/** A box for text, and how to insert into it. */
export function useInsert(
  text: string,
  onText: (text: string) => void,
): { box: RefObject<HTMLTextAreaElement | null>; insert: Insert } {
  const box = useRef<HTMLTextAreaElement>(null);
  const insert: Insert = (piece, back = 0) => {
    const area = box.current;
    const [start, end] = area ? [area.selectionStart, area.selectionEnd] : [text.length, text.length];
    const gap = start > 0 && !/[\s(]$/.test(text.slice(0, start)) ? ' ' : '';
    const space = /^[\s),]/.test(text.slice(end)) ? '' : ' ';
    const caret = start + gap.length + piece.length + (back > 0 ? -back : space.length);
    flushSync(() => onText(`${text.slice(0, start)}${gap}${piece}${space}${text.slice(end)}`));
    area?.focus();
    area?.setSelectionRange(caret, caret);
  };
  return { box, insert };
}
