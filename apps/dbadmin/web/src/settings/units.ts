const BYTES: Record<string, number> = { B: 1, kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };
const MILLISECONDS: Record<string, number> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * A bare number in the unit of its setting, in the largest unit without decimals: 16384 in units of 8kB is 128MB. Values
 * without a unit, and values that are not positive numbers, such as -1 for "none", are unchanged.
 */
export function inUnits(value: string, unit: string | null | undefined): string {
  const measured = measure(value, unit);
  if (!measured) return value;
  const whole = measured.scale.find(([, size]) => Number.isInteger(measured.amount / size));
  return whole ? `${measured.amount / whole[1]}${whole[0]}` : `${value}${unit}`;
}

/** A bound with at most one decimal, rounded to the safe side: 3085511 in units of kB is 2.9GB as a maximum. */
export function boundInUnits(value: string, unit: string | null | undefined, safe: 'up' | 'down'): string {
  const measured = measure(value, unit);
  const fitting = measured?.scale.find(([, size]) => measured.amount >= size);
  if (!measured || !fitting) return inUnits(value, unit);
  const round = safe === 'up' ? Math.ceil : Math.floor;
  return `${round((10 * measured.amount) / fitting[1]) / 10}${fitting[0]}`;
}

/** The amount in the smallest unit of its scale, and the scale from the largest unit to the smallest; null without a unit. */
function measure(value: string, unit: string | null | undefined) {
  const [, factor = '', name = ''] = /^(\d*)([A-Za-z]+)$/.exec(unit ?? '') ?? [];
  const units = name in BYTES ? BYTES : name in MILLISECONDS ? MILLISECONDS : null;
  const count = Number(value);
  if (!units || value.trim() === '' || !Number.isFinite(count) || count <= 0) return null;
  return { amount: count * Number(factor || 1) * (units[name] ?? 1), scale: Object.entries(units).reverse() };
}
