import type { Template, TextStyle } from '../template/types.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const FIRST_STRONG = /\p{L}/u;

/** Whether a text runs from right to left: as its style says, else by its first letter. */
export function isRightToLeft(text: string, { direction }: TextStyle): boolean {
  if (direction === 'ltr') return false;
  if (direction === 'rtl') return true;
  if (!RIGHT_TO_LEFT.test(text)) return false;
  return RIGHT_TO_LEFT.test(FIRST_STRONG.exec(text)?.[0] ?? '');
}

const LANGUAGES = /^(ar|fa|he|iw|ur|ps|sd|ug|yi|dv|ckb)\b/i;

/** Whether the first column of a document's tables is at the right: by its language, else by its title. */
export function runsFromRight({ lang, title }: Pick<Template, 'lang' | 'title'>): boolean {
  return lang === undefined ? isRightToLeft(title, {}) : LANGUAGES.test(lang);
}
