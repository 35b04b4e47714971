import type { Feature } from 'geojson';
import { readerLanguage } from './language.ts';
import type { FeatureId } from './types.ts';

/** The attribute that names features, when one looks like it. */
export function nameAttribute(attributes: readonly string[]): string | undefined {
  return attributes.find((attribute) => /^(name|title|label|naam|nom|nombre)$/i.test(attribute));
}

/** What to call a feature: an attribute that looks like a name, else its id. */
export function displayName(feature: Feature, id: FeatureId): string {
  const properties = feature.properties ?? {};
  const named = nameAttribute(Object.keys(properties));
  const value = named ? (properties[named] as unknown) : null;
  return typeof value === 'string' && value.trim() !== '' ? value : `#${id}`;
}

/** An attribute as text: numbers grouped, nothing as a dash, structures as JSON. */
export function displayValue(value: unknown, language = readerLanguage()): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
