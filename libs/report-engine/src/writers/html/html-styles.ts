import type { ResolvedStyle } from '../../fill/types.ts';
import type { Border } from '../../template/types.ts';
import { createStyleCache } from '../style-cache.ts';
import { hexColor } from '../document-fonts.ts';

/** Gives elements their look: by classes while the head of the page is not written yet, by attributes afterwards. */
export interface HtmlStyles {
  attributesOf(style: ResolvedStyle): string;
  /** The rules of all classes so far; there will be no new ones. */
  close(): string;
}

export function createHtmlStyles(): HtmlStyles {
  const rules: string[] = [];
  let isClosed = false;
  const attributesOf = createStyleCache((style) => {
    const declarations = declarationsOf(style);
    if (declarations === '') return '';
    if (isClosed) return ` style="${declarations}"`;
    rules.push(`.s${rules.length + 1}{${declarations}}`);
    return ` class="s${rules.length}"`;
  });
  return {
    attributesOf,
    close: () => {
      isClosed = true;
      return rules.join('\n');
    },
  };
}

function declarationsOf(style: ResolvedStyle): string {
  const { font, size, bold, italic, underline, strikeThrough, align, verticalAlign, border } = style;
  const lines = [underline && 'underline', strikeThrough && 'line-through'].filter(Boolean).join(' ');
  const [color, background] = [hexColor(style.color), hexColor(style.background)];
  return [
    font && `font-family:${fontFamily(font)}`,
    size && `font-size:${size}pt`,
    bold && 'font-weight:bold',
    italic && 'font-style:italic',
    lines && `text-decoration:${lines}`,
    color && `color:#${color}`,
    background && `background:#${background}`,
    align && `text-align:${align}`,
    verticalAlign && `vertical-align:${verticalAlign}`,
    ...(['top', 'right', 'bottom', 'left'] as const).map((side) => borderOf(side, border?.[side])),
  ]
    .filter(Boolean)
    .join(';');
}

function borderOf(side: string, line: Border | undefined): string | undefined {
  if (!line || line.width <= 0) return undefined;
  return `border-${side}:${line.width}pt ${line.style} #${hexColor(line.color) ?? '000'}`;
}

/** A name of a font, without characters that could end the declaration or the attribute. */
function fontFamily(font: string): string {
  return `'${font.replace(/[^\p{L}\p{N} _-]/gu, '')}',sans-serif`;
}
