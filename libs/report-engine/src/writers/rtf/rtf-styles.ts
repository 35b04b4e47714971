import type { Fill, ResolvedStyle } from '../../fill/types.ts';
import { DEFAULT_FONT, DEFAULT_FONT_SIZE, documentFont, hexColor } from '../document-fonts.ts';
import { createStyleCache } from '../style-cache.ts';
import type { Border } from '../../template/types.ts';
import { rtfText } from './rtf-text.ts';

/** Scripts such as Arabic and Devanagari, and digits beside them, have words of their own; other texts do without. */
export type Script = 'simple' | 'mixed' | 'rightToLeft';

/** Looks of texts and cells as control words. Fonts and colours are those that the template names, as they stand at the beginning. */
export interface RtfStyles {
  /** Tables of fonts and colours. */
  tables: string;
  characters(style: ResolvedStyle, script: Script): string;
  /** Control words before `\cellx`. */
  cell(style: ResolvedStyle): string;
}

export function createRtfStyles({ template }: Fill): RtfStyles {
  const fonts = [DEFAULT_FONT];
  const colors: string[] = [];
  collect(template, (key, value) => {
    const list = key === 'font' ? fonts : colors;
    const found = key === 'font' ? documentFont(value) : hexColor(value);
    if (found !== null && !list.includes(found)) list.push(found);
  });
  /** 0 is the reader's own colour. */
  const colorIndex = (color: string | undefined): number => colors.indexOf(hexColor(color) ?? '') + 1;

  const wordsOf = createStyleCache(({ font, size, bold, italic, underline, strikeThrough, color }) => {
    const index = Math.max(0, fonts.indexOf(documentFont(font)));
    const halves = Math.round((size ?? DEFAULT_FONT_SIZE) * 2);
    const simple = `\\f${index}\\fs${halves}${bold ? '\\b' : ''}${italic ? '\\i' : ''}`;
    const complex = `\\af${index}\\afs${halves}${bold ? '\\ab' : ''}${italic ? '\\ai' : ''}`;
    const rest = `${underline ? '\\ul' : ''}${strikeThrough ? '\\strike' : ''}${color ? `\\cf${colorIndex(color)}` : ''} `;
    // The words of the direction at hand come last.
    return {
      simple: `${simple}${rest}`,
      mixed: `\\rtlch\\fcs1${complex}\\ltrch\\fcs0${simple}${rest}`,
      rightToLeft: `\\ltrch\\fcs0${simple}\\rtlch\\fcs1${complex}${rest}`,
    };
  });

  return {
    tables:
      `{\\fonttbl${fonts.map((font, index) => `{\\f${index}\\fnil ${rtfText(font.replaceAll(';', ''))};}`).join('')}}` +
      `{\\colortbl;${colors.map(colorWords).join('')}}`,
    characters: (style, script) => wordsOf(style)[script],
    cell: createStyleCache(({ border, background, padding, verticalAlign }) => {
      const line = (letter: string, side: Border | undefined): string =>
        side && side.width > 0
          ? `\\clbrdr${letter}\\brdr${{ solid: 's', dashed: 'dash', dotted: 'dot', double: 'db' }[side.style]}\\brdrw${Math.round(side.width * 20)}\\brdrcf${colorIndex(side.color)}`
          : '';
      const space = (letter: string, points: number | undefined): string =>
        points === undefined ? '' : `\\clpad${letter}${Math.round(points * 20)}\\clpadf${letter}3`;
      // Word reads the words of top and left the other way round, and others do as Word does.
      const spaces = `${space('l', padding?.top)}${space('t', padding?.left)}${space('b', padding?.bottom)}${space('r', padding?.right)}`;
      const vertical = { top: '', middle: '\\clvertalc', bottom: '\\clvertalb' }[verticalAlign ?? 'top'];
      return `${line('t', border?.top)}${line('l', border?.left)}${line('b', border?.bottom)}${line('r', border?.right)}${background ? `\\clcbpat${colorIndex(background)}` : ''}${spaces}${vertical}`;
    }),
  };
}

function colorWords(hex: string): string {
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `\\red${red}\\green${green}\\blue${blue};`;
}

/** All fonts and colours of a template, wherever they stand in it. */
function collect(node: unknown, add: (key: 'font' | 'color', value: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'string') collect(value, add);
    else if (key === 'font') add('font', value);
    else if (key === 'color' || key === 'background') add('color', value);
  }
}
