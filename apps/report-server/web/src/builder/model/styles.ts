import type { Element, ElementStyle, Style } from '@cairn/report-engine/browser';

/** What an element looks like: the default style, its named style with the parents, and its own overrides. */
export function styleOf(element: Element, styles: readonly Style[]): ElementStyle {
  const byName = new Map(styles.map((style) => [style.name, style]));
  const chain: ElementStyle[] = [];
  const seen = new Set<string>();
  let style = element.style === undefined ? undefined : byName.get(element.style);
  while (style && !seen.has(style.name)) {
    seen.add(style.name);
    chain.unshift(style);
    style = style.parent === undefined ? undefined : byName.get(style.parent);
  }
  const base = styles.find(({ isDefault }) => isDefault);
  return Object.assign({}, base, ...chain, element.own);
}

/** Overrides with a change in them; what is undefined is no longer overridden. */
export function changeStyle(style: ElementStyle, change: ElementStyle): ElementStyle {
  const clean = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const left = Object.entries(value).flatMap(([key, member]) => {
      const kept = clean(member);
      return kept === undefined ? [] : [[key, kept] as const];
    });
    return left.length === 0 ? undefined : Object.fromEntries(left);
  };
  return (clean({ ...style, ...change }) as ElementStyle | undefined) ?? {};
}
