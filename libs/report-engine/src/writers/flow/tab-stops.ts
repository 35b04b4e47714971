import type { FilledText } from '../../fill/types.ts';

export interface TabStop {
  align: 'left' | 'right' | 'center';
  /** Points from the left of the page's columns. */
  position: number;
}

/** Where texts beside one another begin, those at the right end, after the first one. */
export function tabStopsOf([, ...others]: readonly FilledText[]): TabStop[] {
  return others.map(({ x, width, style }) => {
    const align = style.align === 'right' || style.align === 'center' ? style.align : 'left';
    return { align, position: align === 'right' ? x + width : align === 'center' ? x + width / 2 : x };
  });
}
