const FIRST_MS = 1_000;
export const LONGEST_BACKOFF_MS = 15 * 60_000;

/**
 * Milliseconds until the next try after so many failures in a row: full jitter below 1 s, doubled with each failure, at most a quarter
 * of an hour. Full jitter, so that projects that failed together do not come back together (AWS Architecture Blog, "Exponential
 * Backoff And Jitter").
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  return Math.round(random() * Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS));
}
