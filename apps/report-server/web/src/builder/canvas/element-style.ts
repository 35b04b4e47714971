import type { CSSProperties } from 'react';
import type { Border, ElementStyle } from '@cairn/report-engine/browser';

const VERTICAL = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
const HORIZONTAL = {
  left: 'flex-start',
  center: 'center',
  right: 'flex-end',
  justify: 'flex-start',
} as const;

/** What the browser needs to draw an element about as the report shows it. */
export function cssOf(style: ElementStyle, scale: number): CSSProperties {
  const padding = style.padding ?? {};
  const sides = [padding.top, padding.right, padding.bottom, padding.left];
  const border = style.border ?? {};
  return {
    fontSize: (style.size ?? 10) * scale,
    lineHeight: style.lineSpacing ? style.lineSpacing * 1.2 : 1.2,
    fontWeight: style.bold ? 700 : 400,
    fontStyle: style.italic ? 'italic' : 'normal',
    textDecoration:
      [style.underline && 'underline', style.strikeThrough && 'line-through'].filter(Boolean).join(' ') ||
      'none',
    color: style.color ?? '#000000',
    textAlign: style.align ?? 'left',
    justifyContent: HORIZONTAL[style.align ?? 'left'],
    alignItems: VERTICAL[style.verticalAlign ?? 'top'],
    background: style.background,
    borderRadius: style.radius ? style.radius * scale : undefined,
    padding: sides.map((side) => `${(side ?? 0) * scale}px`).join(' '),
    ...borderOf('Top', border.top, scale),
    ...borderOf('Right', border.right, scale),
    ...borderOf('Bottom', border.bottom, scale),
    ...borderOf('Left', border.left, scale),
  };
}

function borderOf(side: string, border: Border | undefined, scale: number): CSSProperties {
  return border ? { [`border${side}`]: lineOf(border, scale) } : {};
}

/** A line of CSS; a thin one is still seen at a small scale. */
export function lineOf({ width, style, color }: Border, scale: number): string {
  return `${Math.max(0.75, width * scale)}px ${style} ${color}`;
}
