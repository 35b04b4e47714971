import { t } from '@cairn/ui';
import type { Setting } from '../client.ts';

/** A value as people write it: 128MB, on, 15 s. */
export function asPeopleWrite({ type, value, display, unit }: Setting): string {
  if (type === 'bool') return t(value === 'on' ? 'settings.on' : 'settings.off');
  if (display) return display;
  if (value === '') return '–';
  return unit ? `${value} ${unit}` : value;
}

/** What may be set: from, to, and the unit that a bare number counts in. */
export function boundsWords({ minimum, maximum, unit }: Setting): string | null {
  const has = (value: string | null | undefined) => value !== null && value !== undefined;
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
