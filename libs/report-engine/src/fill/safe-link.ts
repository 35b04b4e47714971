import type { Value } from '../values/types.ts';
import { writePlainText } from '../values/compare.ts';

/** The address as text where it leads to a page, a mail or a place in the document; others, such as scripts, are dropped. */
export function safeLink(value: Value, warn: (sentence: string) => void): string | null {
  const address = writePlainText(value).trim();
  if (address === '') return null;
  if (/^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/))/i.test(address) && !hasControls(address)) return address;
  warn('A link was left out: links begin with http://, https://, mailto:, tel:, / or #.');
  return null;
}

function hasControls(text: string): boolean {
  return [...text].some((char) => char < ' ' || char === '\u007f');
}
