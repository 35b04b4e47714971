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
 * A bare number in the unit of its setting as people write it: 16384 in units of 8kB is 128MB. What is no positive number, such
 * as -1 for "none", and what has no unit stays as it is.
 */
export function inUnits(value: string, unit: string | null | undefined): string {
  const [, factor = '', name = ''] = /^(\d*)([A-Za-z]+)$/.exec(unit ?? '') ?? [];
  const scale = name in BYTES ? BYTES : name in MILLISECONDS ? MILLISECONDS : null;
  const count = Number(value);
  if (!scale || value.trim() === '' || !Number.isFinite(count) || count <= 0) return value;
  const amount = count * Number(factor || 1) * (scale[name] ?? 1);
  const whole = Object.entries(scale)
    .reverse()
    .find(([, size]) => Number.isInteger(amount / size));
  return whole ? `${amount / whole[1]}${whole[0]}` : `${value}${unit}`;
}
