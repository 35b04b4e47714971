/** Java's logical fonts, which only Java knows. */
const LOGICAL: Record<string, string> = {
  sansserif: 'Arial',
  dialog: 'Arial',
  serif: 'Times New Roman',
  monospaced: 'Courier New',
  dialoginput: 'Courier New',
};

export const DEFAULT_FONT = 'Arial';
export const DEFAULT_FONT_SIZE = 10;

/** The font that a word processor or spreadsheet is asked for. */
export function documentFont(font: string | undefined): string {
  return font ? (LOGICAL[font.toLowerCase()] ?? font) : DEFAULT_FONT;
}

/** Six hexadecimal digits of a colour such as `#1f4e79` or `#abc`; null for other notations and for invisible colours. */
export function hexColor(color: string | undefined): string | null {
  if (/^#[\da-f]{6}00$/i.test(color ?? '')) return null;
  const match = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6})(?:[0-9a-f]{2})?)$/i.exec(color ?? '');
  const digits = (match?.[1] ?? match?.[2])?.toUpperCase();
  if (!digits) return null;
  return digits.length === 6 ? digits : digits.replace(/./g, '$&$&');
}
