import type { ResolvedStyle } from '../../fill/types.ts';

/** Points of padding that are an indent in a sheet. */
const INDENT = 3;

/**
 * Whether a text begins some way inside of its cell, so that it does not touch the number before it. Numbers stay at the edge: with
 * less room than the template gives them they would be shown as `###`.
 */
export function beginsInside({ align, padding }: ResolvedStyle): boolean {
  return (align === undefined || align === 'left') && (padding?.left ?? 0) >= INDENT;
}
