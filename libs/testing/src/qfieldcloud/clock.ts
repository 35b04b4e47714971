export interface QfcClock {
  /** ISO 8601 in UTC with microseconds, as Django REST Framework prints it; later than everything before. */
  now(): string;
}

/** A clock that may be wrong by `offsetMs`, as clocks of other machines are. */
export function createClock(offsetMs: number): QfcClock {
  let last = 0n;
  return {
    now() {
      const micros = BigInt(Date.now() + offsetMs) * 1000n + (process.hrtime.bigint() % 1_000_000n) / 1000n;
      last = micros > last ? micros : last + 1n;
      const seconds = new Date(Number(last / 1_000_000n) * 1000).toISOString().slice(0, 19);
      const fraction = last % 1_000_000n;
      return fraction === 0n ? `${seconds}Z` : `${seconds}.${fraction.toString().padStart(6, '0')}Z`;
    },
  };
}

/** `27.11.2026 18:40:00 UTC`, the format of the deprecated field `last_modified`. */
export function toLastModified(instant: string): string {
  const [date = '', time = ''] = instant.slice(0, 19).split('T');
  return `${date.split('-').toReversed().join('.')} ${time} UTC`;
}

/** `v20261127184000`, the name of a version. */
export function toDisplay(instant: string): string {
  return `v${instant.slice(0, 19).replaceAll(/[-:T]/g, '')}`;
}
