import { t } from '@cairn/ui';
import type { Setting } from '../client.ts';
import { boundInUnits, inUnits } from './units.ts';

/** A value as people write it: 128MB, on, 15 s. */
export function asPeopleWrite({ type, value, display, unit }: Setting): string {
  if (type === 'bool') return t(value === 'on' ? 'settings.on' : 'settings.off');
  if (display) return display;
  if (value === '') return '–';
  return inUnits(value, unit);
}

/** What may be set: from, to, and the unit that a bare number counts in. */
export function boundsWords({ unit, ...setting }: Setting): string | null {
  const has = (value: string | null | undefined) => value !== null && value !== undefined;
  const minimum = has(setting.minimum) ? boundInUnits(setting.minimum ?? '', unit, 'up') : null;
  const maximum = has(setting.maximum) ? boundInUnits(setting.maximum ?? '', unit, 'down') : null;
  const bounds =
    has(minimum) && has(maximum)
      ? t('settings.bounds', { minimum, maximum })
      : has(minimum)
        ? t('settings.atLeast', { minimum })
        : has(maximum)
          ? t('settings.atMost', { maximum })
          : null;
  const counted = unit ? t('settings.unit', { unit }) : null;
  return [bounds, counted].filter(Boolean).join(' ') || null;
}
