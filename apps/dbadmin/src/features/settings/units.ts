const BYTES: Record<string, number> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3, tb: 1024 ** 4 };
const MICROSECONDS: Record<string, number> = {
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
};
/** Units for display, largest first. */
const SHOWN = {
  bytes: ['TB', 'GB', 'MB', 'kB', 'B'],
  time: ['d', 'h', 'min', 's', 'ms', 'us'],
};

const AMOUNT = /^([+-]?\d{1,18}(?:\.\d{1,9})?)\s*([A-Za-z]*)$/;

interface UnitSize {
  kind: 'bytes' | 'time';
  /** Bytes or microseconds in one. */
  size: number;
}

/** The size of a unit of PostgreSQL, such as kB, 8kB or ms; null for plain numbers. */
export function unitSize(unit: string | null): UnitSize | null {
  const [, count = '', name = ''] = /^(\d*)([A-Za-z]+)$/.exec(unit ?? '') ?? [];
  const times = count === '' ? 1 : Number(count);
  const key = name.toLowerCase();
  if (Object.hasOwn(BYTES, key)) return { kind: 'bytes', size: times * (BYTES[key] ?? 1) };
  if (Object.hasOwn(MICROSECONDS, key)) return { kind: 'time', size: times * (MICROSECONDS[key] ?? 1) };
  return null;
}

/** Parses an amount such as 128MB, 1.5 GB or 200 into the unit of a setting; null when it is not one. */
export function parseAmount(text: string, unit: string | null): number | null {
  const [, digits, suffix = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const amount = Number(digits);
  if (suffix === '') return amount;
  const [own, given] = [unitSize(unit), unitSize(suffix)];
  return own && given && own.kind === given.kind ? (amount * given.size) / own.size : null;
}

/** Formats an amount for display: 16384 in 8kB is 128MB. */
export function formatAmount(value: number, unit: string | null): string {
  const own = unitSize(unit);
  if (!own || value <= 0) return String(value);
  const total = value * own.size;
  const name = SHOWN[own.kind].find((one) => total % (unitSize(one)?.size ?? 1) === 0) ?? unit;
  return `${total / (unitSize(name)?.size ?? 1)}${name}`;
}
