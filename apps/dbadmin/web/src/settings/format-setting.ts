import { t } from '@cairn/ui';
import type { Setting } from '../client.ts';
import { boundInUnits, inUnits } from './units.ts';

/** The value of a setting for people: 128MB, On, 15 s. */
export function formatSetting({ type, value, display, unit }: Setting): string {
  if (type === 'bool') return t(value === 'on' ? 'settings.on' : 'settings.off');
  return display || formatValue(value, unit);
}

/** A bare value with its unit; an empty one as a dash. */
export function formatValue(value: string, unit: string | null | undefined): string {
  return value === '' ? '–' : inUnits(value, unit);
}

/** A value that may be the default. */
export function formatOrDefault(value: string | null | undefined, unit: string | null | undefined): string {
  return value === null || value === undefined ? t('settings.theDefault') : formatValue(value, unit);
}

/** The minimum, the maximum and the unit of a bare number. */
export function formatBounds({ unit, ...setting }: Setting): string {
  const minimum = setting.minimum ? boundInUnits(setting.minimum, unit, 'up') : null;
  const maximum = setting.maximum ? boundInUnits(setting.maximum, unit, 'down') : null;
  const bounds =
    minimum && maximum
      ? t('settings.bounds', { minimum, maximum })
      : minimum
        ? t('settings.atLeast', { minimum })
        : maximum && t('settings.atMost', { maximum });
  return [bounds, unit && t('settings.unit', { unit })].filter(Boolean).join(' ');
}
