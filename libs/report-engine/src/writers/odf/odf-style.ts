import type { ResolvedStyle } from '../../fill/types.ts';
import { DEFAULT_FONT_SIZE, documentFont, hexColor } from '../document-fonts.ts';
import { xmlAttribute } from '../xml-text.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** The font of a style, for Western, Asian and complex scripts. */
export function textProperties({
  font,
  size,
  bold,
  italic,
  underline,
  strikeThrough,
  color,
}: ResolvedStyle): string {
  const points = size ?? DEFAULT_FONT_SIZE;
  const family = xmlAttribute(documentFont(font));
  const scripts = ['', '-asian', '-complex'].map((script) => {
    const prefix = script === '' ? 'fo' : 'style';
    return (
      `${prefix}:font-size${script}="${points}pt"` +
      (bold ? ` ${prefix}:font-weight${script}="bold"` : '') +
      (italic ? ` ${prefix}:font-style${script}="italic"` : '')
    );
  });
  const hex = hexColor(color);
  return (
    `<style:text-properties fo:font-family="${family}" ${scripts.join(' ')}${hex ? ` fo:color="#${hex}"` : ''}` +
    `${underline ? ' style:text-underline-style="solid"' : ''}${strikeThrough ? ' style:text-line-through-style="solid"' : ''}/>`
  );
}

/**
 * Alignment and direction; `more` are further attributes, `inside` further elements. Calc knows the sides as start and end only, and
 * LibreOffice takes "start" for the left side in all directions.
 */
export function paragraphProperties(
  { align }: ResolvedStyle,
  rightToLeft: boolean,
  { more = '', inside = '', left = 'left', right = 'right' } = {},
): string {
  const side = align === 'left' ? left : align === 'right' ? right : (align ?? (rightToLeft ? right : ''));
  return `<style:paragraph-properties${side && ` fo:text-align="${side}"`}${rightToLeft ? ' style:writing-mode="rl-tb"' : ''}${more}>${inside}</style:paragraph-properties>`;
}

/** Background and borders, as attributes of cells or paragraphs. */
export function boxAttributes({ background, border }: ResolvedStyle): string {
  const hex = hexColor(background);
  const lines = SIDES.map((side) => {
    const line = border?.[side];
    if (!line || line.width <= 0) return '';
    return ` fo:border-${side}="${line.width}pt ${line.style} #${hexColor(line.color) ?? '000000'}"`;
  });
  return `${hex ? ` fo:background-color="#${hex}"` : ''}${lines.join('')}`;
}
