/** Names of colours that JasperReports knows. */
const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000FF',
  cyan: '#00FFFF',
  darkgray: '#404040',
  gray: '#808080',
  green: '#00FF00',
  lightgray: '#C0C0C0',
  magenta: '#FF00FF',
  orange: '#FFC800',
  pink: '#FFAFAF',
  red: '#FF0000',
  white: '#FFFFFF',
  yellow: '#FFFF00',
};

/** A colour as `#RRGGBB`; opacity is left out. Undefined for anything else. */
export function readColor(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^#[\dA-Fa-f]{6}$/.test(text)) return text.toUpperCase();
  const parts = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/i.exec(text);
  if (parts) return toHex(parts.slice(1, 4).map(Number));
  // A decimal number holds red, green and blue as Java's Color does.
  if (/^-?\d+$/.test(text)) {
    const rgb = Number(text) & 0xffffff;
    return toHex([rgb >> 16, (rgb >> 8) & 255, rgb & 255]);
  }
  return NAMED[text.toLowerCase().replaceAll('_', '')];
}

function toHex(channels: number[]): string {
  return `#${channels.map((each) => Math.min(255, each).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}
