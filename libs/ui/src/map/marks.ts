import { SELECTION } from './colors.ts';

/** How a feature looks that is picked out, or that the pointer is over; anything else as `otherwise`. */
export const selected = ['boolean', ['feature-state', 'selected'], false];
const hovered = ['boolean', ['feature-state', 'hovered'], false];

export function markColor(dark: boolean, otherwise: unknown): never {
  return ['case', selected, dark ? SELECTION.dark : SELECTION.light, otherwise] as never;
}

export function lineWidth(otherwise: number): never {
  return ['case', selected, otherwise + 2, hovered, otherwise + 1, otherwise] as never;
}

export function pointOutline(): never {
  return ['case', selected, 4, hovered, 2, 0.8] as never;
}
