import type { ResolvedStyle } from '../fill/types.ts';

/** Makes something of each style once. The fill gives the same object for the same style most of the time. */
export function createStyleCache<T>(make: (style: ResolvedStyle) => T): (style: ResolvedStyle) => T {
  const byObject = new WeakMap<ResolvedStyle, T>();
  const byContent = new Map<string, T>();
  return (style) => {
    const known = byObject.get(style);
    if (known !== undefined) return known;
    const content = JSON.stringify(style);
    const made = byContent.get(content) ?? make(style);
    byContent.set(content, made);
    byObject.set(style, made);
    return made;
  };
}
