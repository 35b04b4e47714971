import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';

const NUMBER = new Intl.NumberFormat('en');
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** In binary units: 1,536 is `1.5 KiB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${SIZES[power]}`;
}

/** `2 hours 5 minutes`: the largest unit of a number of seconds and the next one, without what is 0. */
export function formatDuration(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const largest = Math.max(
    0,
    UNITS.findIndex(([, size]) => rest >= size),
  );
  const parts = UNITS.slice(largest, largest + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : [];
  });
  return parts.length > 0 ? parts.join(' ') : '0 seconds';
}

/** A moment as the time that has passed since, with the exact time on hover. */
export function relativeTime(at: Date | null, now: Date): Markup | null {
  if (!at) return null;
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  const exact = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return html`<time datetime="${at.toISOString()}" title="${exact}"
    >${RELATIVE.format(Math.trunc(seconds / size), unit)}</time
  >`;
}

/** A version as people compare it: the hash of a folder by its first letters, with all of it on hover. */
export function versionLabel(version: string | null): Markup | string | null {
  const text = versionText(version);
  return text === version ? text : html`<span title="${version}">${text}</span>`;
}

/** The same as text. */
export function versionText(version: string | null): string | null {
  return version && /^[0-9a-f]{32}$/.test(version) ? version.slice(0, 8) : version;
}
