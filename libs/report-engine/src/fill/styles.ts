import type { EvaluationContext, Evaluate } from '../expression/evaluate.ts';
import type { ElementStyle, Style, Template } from '../template/types.ts';

/** The style of an element for the row at hand. The same object comes back for the same properties, so that writers can cache by it. */
export type StyleOf = (context: EvaluationContext) => ElementStyle;

/**
 * Resolves styles: the default style of the template, then the parents of the named one from the outermost on, then the named
 * one with the first of its conditions that is true, then the element's own properties.
 */
export function createStyleResolver(
  template: Template,
  compile: (source: string) => Evaluate,
): (style: string | undefined, own: ElementStyle | undefined) => StyleOf {
  const byName = new Map(template.styles.map((style) => [style.name, style]));
  const fallback = template.styles.find(({ isDefault }) => isDefault);
  const conditions = new Map(
    template.styles.map((style) => [
      style,
      (style.conditions ?? []).map(({ expression, style: added }) => ({ test: compile(expression), added })),
    ]),
  );

  return (name, own) => {
    const chain = chainOf(byName, name, fallback);
    const cache = new Map<string, ElementStyle>();
    const resolve = (context: EvaluationContext): ElementStyle => {
      let key = '';
      let style: ElementStyle = {};
      for (const link of chain) {
        style = mergeStyles(style, propertiesOf(link));
        const at = (conditions.get(link) ?? []).findIndex(({ test }) => test(context) === true);
        key += `${at},`;
        if (at >= 0) style = mergeStyles(style, conditions.get(link)?.[at]?.added ?? {});
      }
      const known = cache.get(key);
      if (known) return known;
      const resolved = mergeStyles(style, own ?? {});
      cache.set(key, resolved);
      return resolved;
    };
    if (chain.some(({ conditions: list }) => list && list.length > 0)) return resolve;
    let constant: ElementStyle | undefined;
    return (context) => (constant ??= resolve(context));
  };
}

/** The properties of both, those of `over` where both have one. Sides of borders and paddings are merged one by one. */
export function mergeStyles(under: ElementStyle, over: ElementStyle): ElementStyle {
  const merged = { ...under, ...over };
  if (under.border && over.border) merged.border = { ...under.border, ...over.border };
  if (under.padding && over.padding) merged.padding = { ...under.padding, ...over.padding };
  return merged;
}

/** Outermost first; a circle, which the check refuses, ends it. */
function chainOf(byName: Map<string, Style>, name: string | undefined, fallback: Style | undefined): Style[] {
  const chain: Style[] = [];
  for (let style = name === undefined ? undefined : byName.get(name); style && !chain.includes(style);) {
    chain.unshift(style);
    style = style.parent === undefined ? undefined : byName.get(style.parent);
  }
  return fallback && !chain.includes(fallback) ? [fallback, ...chain] : chain;
}

function propertiesOf(style: Style): ElementStyle {
  const {
    name: _name,
    parent: _parent,
    isDefault: _isDefault,
    conditions: _conditions,
    ...properties
  } = style;
  return properties;
}
