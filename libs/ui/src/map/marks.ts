import { SELECTION } from './colors.ts';

/** Style of a selected or hovered feature; `otherwise` for all others. */
export const selected = ['boolean', ['feature-state', 'selected'], false];
const hovered = ['boolean', ['feature-state', 'hovered'], false];

export function markColor(dark: boolean, otherwise: unknown): never {
  return ['case', selected, dark ? SELECTION.dark : SELECTION.light, otherwise] as never;
}

export function lineWidth(otherwise: number): never {
  return ['case', selected, otherwise + 2, hovered, otherwise + 1, otherwise] as never;
}

/** The rim of a point, `otherwise` as wide. */
export function pointOutline(otherwise = 0.8): never {
  return ['case', selected, 4, hovered, 2, otherwise] as never;
}

/** The same for crowds, which have rims from `zoom` on only. */
export function outlineFrom(zoom: number): never {
  return ['interpolate', ['linear'], ['zoom'], zoom, pointOutline(0), zoom + 2, pointOutline()] as never;
}
