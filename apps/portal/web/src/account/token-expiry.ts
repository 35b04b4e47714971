export const lifetimes = ['30', '90', '365', 'date', 'never'] as const;
export type Lifetime = (typeof lifetimes)[number];

/** The `expires_at` of a new token: a day (its end in UTC counts), or null for one that does not expire. */
export function expiryOf(lifetime: Lifetime, day: string, now: Date = new Date()): string | null {
  if (lifetime === 'never') return null;
  if (lifetime === 'date') return day;
  return dayAfter(now, Number(lifetime));
}

/** A date some days from now, as YYYY-MM-DD in UTC. */
export function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
