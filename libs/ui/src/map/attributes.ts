import type { Feature } from 'geojson';
import { tui } from '../i18n.ts';
import { readerLanguage } from './language.ts';
import type { FeatureId } from './types.ts';

/** The attribute that names features, when one looks like it. */
export function nameAttribute(attributes: readonly string[]): string | undefined {
  const find = (pattern: RegExp) => attributes.find((attribute) => pattern.test(attribute));
  return find(/^(name|title|label|naam|nom|nombre)$/i) ?? find(/name|title|label/i);
}

/** What to call a feature: an attribute that looks like a name, else the row's id. */
export function displayName(feature: Feature, id: FeatureId): string {
  const properties = feature.properties ?? {};
  const named = nameAttribute(Object.keys(properties));
  const value = named ? (properties[named] as unknown) : null;
  return typeof value === 'string' && value.trim() !== '' ? value : tui('map.rowId', { id: String(id) });
}

/**
 * An attribute as text: nothing as a dash, structures as JSON. Numbers have no thousands separators, since many are codes
 * and years.
 */
export function displayValue(value: unknown, language = readerLanguage()): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }).format(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
