/** A number of a content stream: three decimals are a ten-thousandth of an inch. */
export function num(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** `#rgb`, `#rrggbb` or a few names as the three numbers of a PDF colour; null for anything else. */
export function rgb(color: string | undefined): string | null {
  if (!color || isInvisible(color)) return null;
  const hex = NAMES[color.toLowerCase()] ?? color;
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(hex)?.[1];
  if (!digits) return null;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => num(parseInt(full.slice(at, at + 2), 16) / 255)).join(' ');
}

/** Eight digits that end in 00: a background that takes the one of the named style away. */
function isInvisible(color: string): boolean {
  return /^#[\da-f]{6}00$/i.test(color);
}

const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  gray: '#808080',
  grey: '#808080',
};

/** A text string as UTF-16 in hexadecimal, for ActualText. */
export function utf16Hex(text: string): string {
  let out = 'feff';
  for (let i = 0; i < text.length; i++) out += text.charCodeAt(i).toString(16).padStart(4, '0');
  return `<${out}>`;
}
