import type { Feature } from 'geojson';

/** Most different texts for which colours still help. */
const MAX_CATEGORIES = 24;

/** Names of all attributes, in the order in which they are met. */
export function attributeNames(features: readonly Feature[]): string[] {
  const names = new Set<string>();
  for (const feature of features) for (const name of Object.keys(feature.properties ?? {})) names.add(name);
  return [...names];
}

/** Attributes suitable for colouring: numbers that vary, texts that repeat. */
export function colorableAttributes(features: readonly Feature[]): string[] {
  return attributeNames(features).filter((name) => {
    const values = features
      .map((feature) => feature.properties?.[name] as unknown)
      .filter((value) => value !== null && value !== undefined && value !== '');
    const different = new Set(values);
    if (different.size < 2) return false;
    if (values.every((value) => typeof value === 'number')) return true;
    return values.every((value) => typeof value !== 'object') && different.size <= MAX_CATEGORIES;
  });
}
